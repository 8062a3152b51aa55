import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@farwatch/core/time';
import { expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { startCheckIn } from './testing/start-check-in.ts';
import { refusal } from './testing/state.ts';

/** For what waits by design. */

test('a malformed report is set aside, said once, and its seq used for the next', async () => {
  const folder = await newFolder();
  const malformed = refusal('INVALID_ARGUMENT', { reason: 'malformed' });
  const { server, spool, said, loop, check } = await startCheckIn({
    folder,
    deny: (call) => (call <= 2 ? malformed : null),
  });
  await check('e1');
  loop.begin();
  await expect.poll(() => said.length).toBe(1);
  await check('e2');
  loop.poke();
  await expect.poll(async () => (await readdir(join(folder, 'refused'))).length).toBe(2);
  await check('e3');
  loop.poke();
  await expect.poll(() => server.checks()).toEqual(['e3']);
  expect(server.applied.map(({ seq }) => seq)).toEqual([1]);
  expect(
    server
      .verdicts()
      .map(([endpoint]) => endpoint)
      .sort(),
  ).toEqual(['e1', 'e2', 'e3']);
  expect(spool.status.droppedChecks).toBe(0);
  expect(said).toEqual([
    'The server did not accept a report (malformed): it was set aside in the spool’s folder “refused”.',
  ]);
});

test('a server that takes no report at all: it waits longer and longer, and keeps the spool', async () => {
  const folder = await newFolder();
  const atMs: number[] = [];
  let isRefusing = true;
  const { server, spool, said, loop, check } = await startCheckIn({
    folder,
    deny: () => {
      atMs.push(performance.now());
      return isRefusing ? refusal('INVALID_ARGUMENT', { reason: 'malformed' }) : null;
    },
  });
  for (let hour = 1; hour <= 8; hour += 1) await check(`e${hour}`, hour * 60 * MINUTE_MS);
  loop.begin();
  await expect.poll(() => atMs.length).toBe(4);
  expect(atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0) > 490 * 2 ** index)).toEqual([true, true, true]);
  expect(await readdir(join(folder, 'refused'))).toHaveLength(2);
  expect(spool.windows()).toHaveLength(5);
  expect(said.at(-1)).toMatch(/^The server takes no report of this version/);
  isRefusing = false;
  await expect.poll(() => server.checks().length).toBe(6);
  expect(server.applied.map(({ condition }) => condition.refusedReports).slice(0, 3)).toEqual([3, 0, 0]);
  expect(said.at(-1)).toBe('The server takes reports again.');
});

test('one bad report among many: that one is set aside, all others arrive, and it is told', async () => {
  const folder = await newFolder();
  const { server, spool, loop, check } = await startCheckIn({
    folder,
    deny: (call) => (call === 3 ? refusal('INVALID_ARGUMENT', { reason: 'malformed' }) : null),
  });
  for (let hour = 1; hour <= 5; hour += 1) await check(`e${hour}`, hour * 60 * MINUTE_MS);
  loop.begin();
  await expect.poll(() => server.checks()).toEqual(['e5', 'e3', 'e2', 'e1']);
  expect(server.applied.map(({ condition }) => condition.refusedReports)).toEqual([0, 0, 1, 0, 0]);
  const [name = ''] = await readdir(join(folder, 'refused'));
  const kept = JSON.parse(await readFile(join(folder, 'refused', name), 'utf8'));
  expect(kept).toMatchObject({ reason: 'malformed', report: { owners: { o1: { checks: [{ endpoint: 'e4' }] } } } });
  expect(spool.windows()).toEqual([]);
});
