import { HOUR_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { startCheckIn } from './testing/start-check-in.ts';

test('checks from the future, which the server leaves out, are reported as dropped', async () => {
  const { check, loop, server, spool } = await startCheckIn();
  await Promise.all([check('ahead', -3 * HOUR_MS), check('also', -3 * HOUR_MS), check('now')]);
  loop.start();
  await expect.poll(() => server.checks()).toHaveLength(3);
  await expect.poll(() => spool.outgoing).toBeNull();
  await check('after');
  loop.reportNow();
  await expect.poll(() => server.checks()).toContain('after');
  expect(server.applied.at(-1)?.condition.droppedChecks).toBe(2);
  expect(spool.windows()).toEqual([]);
});
