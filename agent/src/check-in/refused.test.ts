import { MINUTE_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { refusal, startCheckIn } from './testing/start-check-in.ts';

/** For what waits by design. */

test('a malformed report is dropped and logged once, and its seq used for the next', async () => {
  const malformed = refusal('INVALID_ARGUMENT', { reason: 'malformed' });
  const { server, spool, logged, loop, check } = await startCheckIn({
    deny: (call) => (call <= 2 ? malformed : null),
  });
  await check('e1');
  loop.start();
  await expect.poll(() => logged.length).toBe(1);
  await check('e2');
  loop.reportNow();
  await expect.poll(() => spool.refusedInARow).toBe(2);
  await check('e3');
  loop.reportNow();
  await expect.poll(() => server.checks()).toEqual(['e3']);
  expect(server.applied.map(({ seq }) => seq)).toEqual([1]);
  expect(
    server
      .verdicts()
      .map(([endpoint]) => endpoint)
      .sort(),
  ).toEqual(['e1', 'e2', 'e3']);
  await expect.poll(() => spool.outgoing).toBeNull();
  expect(server.applied[0]?.condition).toMatchObject({ droppedChecks: 2, refusedReports: 2 });
  expect(logged).toEqual(['The server rejected a report (malformed). It is kept in the spool’s refused.json.']);
});

test('while the server rejects every report it waits longer and longer, and keeps the spool', async () => {
  const atMs: number[] = [];
  let isRefusing = true;
  const { server, spool, logged, loop, check } = await startCheckIn({
    deny: () => {
      atMs.push(performance.now());
      return isRefusing ? refusal('INVALID_ARGUMENT', { reason: 'malformed' }) : null;
    },
  });
  for (let hour = 1; hour <= 8; hour += 1) await check(`e${hour}`, hour * 60 * MINUTE_MS);
  loop.start();
  await expect.poll(() => atMs.length).toBe(4);
  expect(atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0) > 490 * 2 ** index)).toEqual([true, true, true]);
  await expect.poll(() => logged.at(-1)).toMatch(/^The server rejects every report/);
  expect(spool.windows()).toHaveLength(5);
  isRefusing = false;
  await expect.poll(() => server.checks().length).toBe(6);
  expect(server.applied.map(({ condition }) => condition.refusedReports).slice(0, 3)).toEqual([3, 0, 0]);
  expect(logged.at(-1)).toBe('The server accepts reports again.');
});

test('one bad report among many: that one is dropped and counted, all others arrive', async () => {
  const { server, spool, loop, check } = await startCheckIn({
    deny: (call) => (call === 3 ? refusal('INVALID_ARGUMENT', { reason: 'malformed' }) : null),
  });
  for (let hour = 1; hour <= 5; hour += 1) await check(`e${hour}`, hour * 60 * MINUTE_MS);
  loop.start();
  await expect.poll(() => server.checks()).toEqual(['e5', 'e3', 'e2', 'e1']);
  expect(server.applied.map(({ condition }) => condition.refusedReports)).toEqual([0, 0, 1, 0, 0]);
  expect(spool.windows()).toEqual([]);
});
