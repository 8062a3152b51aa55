import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deviceSchema } from '@farwatch/core/values/device';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { deviceReader, memoryUsage, readBattery } from './device.ts';

async function supplies(all: Record<string, Record<string, string>>): Promise<string> {
  const folder = await newFolder();
  for (const [name, files] of Object.entries(all)) {
    await mkdir(join(folder, name));
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, name, file), `${text}\n`);
  }
  return folder;
}

const BAT = { type: 'Battery', capacity: '73', status: 'Discharging' };

describe('the battery', () => {
  test.each([
    ['none', {}, { percent: null, charging: null }],
    ['discharging', { BAT0: BAT }, { percent: 73, charging: false }],
    ['charging', { BAT0: { ...BAT, status: 'Charging' } }, { percent: 73, charging: true }],
    ['full', { BAT0: { ...BAT, status: 'Full', capacity: '101' } }, { percent: 100, charging: true }],
    ['mains only', { AC: { type: 'Mains', online: '1' } }, { percent: null, charging: null }],
    ['a mouse’s', { hid: { ...BAT, scope: 'Device' } }, { percent: null, charging: null }],
    ['next to a mouse’s', { a: { ...BAT, scope: 'Device', capacity: '9' }, b: BAT }, { percent: 73, charging: false }],
    ['unreadable', { BAT0: { ...BAT, capacity: 'x' } }, { percent: null, charging: false }],
  ])('%s', async (_what, all, expected) => {
    expect(await readBattery(await supplies(all), 'linux')).toEqual(expected);
  });
  test('where there are no supplies at all', async () => {
    expect(await readBattery('/missing', 'linux')).toEqual({ percent: null, charging: null });
  });
});

test('memory counts what could be freed as free', async () => {
  const path = join(await newFolder(), 'meminfo');
  await writeFile(path, 'MemTotal:       8000 kB\nMemFree:         100 kB\nMemAvailable:   6000 kB\n');
  expect(await memoryUsage(path)).toBe(25);
  const fallback = await memoryUsage('/missing');
  expect(fallback).toBeGreaterThan(0);
  expect(fallback).toBeLessThanOrEqual(100);
});

test('a device matches the schema, and stays the same', async () => {
  const first = await (await deviceReader('key', false))();
  expect(deviceSchema.parse(first)).toEqual(first);
  expect((await (await deviceReader('key', false))()).deviceId).toBe(first.deviceId);
});
