import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckPhases } from '@farwatch/core/checks/phases';
import { WINDOW_MS } from '@farwatch/core/time';
import { afterEach, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import type { SpooledCheck } from './line.ts';
import { Spool } from './spool.ts';
import { sampleCheck, sampleReport } from './testing/sample.ts';

const W0 = 1_800_000_000_000;
const ALL = () => true;
const NOTES = `phases-${W0}-`;

const opened: Spool[] = [];
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
});

async function openSpool(folder: string, correction: number | null = null): Promise<Spool> {
  const spool = await Spool.open(folder, { correctionOf: () => correction });
  opened.push(spool);
  return spool;
}

function timed(endpoint: string, phases?: CheckPhases): SpooledCheck {
  const spooled = sampleCheck(endpoint, W0 + 1_000);
  return { ...spooled, check: { ...spooled.check, phases } };
}

/** What waits: each endpoint with its phases. */
async function waiting(spool: Spool, windowAt = W0): Promise<[string, CheckPhases | undefined][]> {
  const { checks, damaged } = await spool.take(windowAt, 100, ALL);
  expect(damaged).toBe(0);
  return checks.map(({ check }) => [check.endpoint, check.phases]);
}

async function fileOf(folder: string, start: string): Promise<string> {
  return join(folder, (await readdir(folder)).find((name) => name.startsWith(start)) ?? '');
}

const A: CheckPhases = [12, 23, 31, 142, 4];
const C: CheckPhases = [null, 4_000, null, null, null];

/** A spool with three checks; the second was made without phases. */
async function filled(): Promise<string> {
  const folder = await newFolder();
  const spool = await openSpool(folder);
  for (const check of [timed('a', A), timed('b'), timed('c', C)]) await spool.append(check);
  return folder;
}

test('phases wait with their checks, in this run and in the next', async () => {
  const folder = await filled();
  const expected = [
    ['a', A],
    ['b', undefined],
    ['c', C],
  ];
  expect(await waiting(opened[0] ?? (await openSpool(folder)))).toEqual(expected);
  expect(await waiting(await openSpool(folder))).toEqual(expected);
});

test('lines are as before phases came, so older versions read them, and those that they wrote are read', async () => {
  const folder = await filled();
  const lines = (await readFile(await fileOf(folder, 'checks-'), 'utf8')).split('\n');
  expect(lines[0]).toBe('["o1",1,"a",1800000001000,12,200,null]aa896fc7');
  const old = await newFolder();
  await writeFile(join(old, `checks-${W0}-x.log`), lines.join('\n'));
  expect(await waiting(await openSpool(old))).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['c', undefined],
  ]);
});

test('a report carries the phases, also one that goes out in the next run', async () => {
  const folder = await filled();
  const spool = await openSpool(folder);
  const taken = await spool.take(W0, 2, ALL);
  await spool.dispatch(sampleReport(spool.status, W0, taken.checks), taken);
  const next = await openSpool(folder);
  expect(next.outgoing?.owners.o1?.checks.map(({ phases }) => phases)).toEqual([A, undefined]);
  expect(await waiting(next)).toEqual([['c', C]]);
});

test('phases stay with checks whose stamps are put right', async () => {
  const folder = await newFolder();
  const guess = { boot: 'boot', offsetMs: 0 };
  await (await openSpool(folder)).append({ ...timed('a', A), guess });
  const spool = await openSpool(folder, WINDOW_MS);
  await spool.retime();
  expect(await waiting(spool, W0 + WINDOW_MS)).toEqual([['a', A]]);
  expect(await waiting(await openSpool(folder), W0 + WINDOW_MS)).toEqual([['a', A]]);
});

test.each([
  ['torn', (text: string) => text.slice(0, -3)],
  ['garbled', (text: string) => text.replaceAll('.', '!')],
  ['gone', () => ''],
])('checks stay where their phases are %s', async (_, spoil) => {
  const folder = await filled();
  const notes = await fileOf(folder, NOTES);
  await writeFile(notes, spoil(await readFile(notes, 'utf8')));
  const checks = await waiting(await openSpool(folder));
  expect(checks.map(([endpoint]) => endpoint)).toEqual(['a', 'b', 'c']);
  expect(checks.at(-1)).toEqual(['c', undefined]);
});

test('checks are kept where phases cannot be', async () => {
  const folder = await newFolder();
  const spool = await openSpool(folder);
  await spool.append(timed('a'));
  const name = (await readdir(folder)).find((each) => each.startsWith('checks-')) ?? '';
  await mkdir(join(folder, name.replace('checks', 'phases')));
  await spool.append(timed('b', A));
  expect(await waiting(spool)).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
});

test('phases count as bytes of the spool, and leave with their checks, or where an older version sent these', async () => {
  const folder = await filled();
  const notes = await fileOf(folder, NOTES);
  const size = (await readFile(notes)).length;
  const lines = (await readFile(await fileOf(folder, 'checks-'))).length;
  expect(opened[0]?.bytes).toBe(lines + size);
  const spool = await openSpool(folder);
  expect(spool.bytes).toBe(lines + size);
  await appendFile(join(folder, `phases-${W0}-alone.log`), '0,1.1\n');
  const next = await openSpool(folder);
  const taken = await next.take(W0, 10, ALL);
  await next.dispatch(sampleReport(next.status, W0, taken.checks), taken);
  await next.acknowledge(W0 + 10 * WINDOW_MS);
  expect(await readdir(folder)).toEqual(['spool-copy.json', 'spool.json']);
});
