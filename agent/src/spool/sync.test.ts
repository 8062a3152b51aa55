import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { WINDOW_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { Spool } from './spool.ts';
import { sampleCheck, sampleReport } from './testing/sample.ts';

const W0 = 3_000 * WINDOW_MS;
let syncs = () => 0;

beforeEach(async () => {
  const handle = await open(join(await newFolder(), 'any'), 'w');
  await handle.close();
  const counted = vi.spyOn(Object.getPrototypeOf(handle), 'datasync');
  syncs = () => counted.mock.calls.length;
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** One check after the other, so that none shares its write. */
async function appendMany(spool: Spool, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await spool.append(sampleCheck(`e${index}`, W0 + index));
}

test('checks are written at once and synced later, all together', async () => {
  const folder = await newFolder();
  const spool = await Spool.open(folder);
  await appendMany(spool, 200);
  expect(syncs()).toBe(0);
  // Another process sees them all the same.
  const other = await Spool.open(folder);
  expect((await other.take(W0, 1_000, () => true)).checks).toHaveLength(200);
  await spool.close();
  expect(syncs()).toBe(1);
});

test('without further checks they are synced by the time, once', async () => {
  const spool = await Spool.open(await newFolder(), { syncMs: 1_000 });
  await appendMany(spool, 3);
  await expect.poll(syncs).toBe(1);
  await spool.close();
  expect(syncs()).toBe(1);
});

test('what cannot wait, such as a verdict that changed, is synced at once, and nothing twice', async () => {
  const spool = await Spool.open(await newFolder());
  await appendMany(spool, 3);
  await spool.sync();
  expect(syncs()).toBe(1);
  await spool.sync();
  expect(syncs()).toBe(1);
  await appendMany(spool, 1);
  await spool.sync();
  expect(syncs()).toBe(2);
  await spool.close();
});

test('checks of a report that a power cut took back from their segment leave nothing behind', async () => {
  const folder = await newFolder();
  const spool = await Spool.open(folder);
  await appendMany(spool, 3);
  const taken = await spool.take(W0, 10, () => true);
  await spool.dispatch(sampleReport(spool.status, W0, taken.checks), taken);
  const [name = ''] = Object.keys(taken.takes);
  const handle = await open(join(folder, name), 'r+');
  await handle.truncate(0);
  await handle.close();
  const next = await Spool.open(folder);
  expect(next.outgoing?.owners.o1?.checks).toHaveLength(3);
  await next.acknowledge(W0 + 3 * WINDOW_MS);
  expect([next.windows(), next.bytes]).toEqual([[], 0]);
  await expect(open(join(folder, name))).rejects.toThrow('ENOENT');
});
