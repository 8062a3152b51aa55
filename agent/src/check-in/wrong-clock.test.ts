import { HOUR_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { sampleCheck } from '../spool/testing/sample.ts';
import { startCheckIn, testNow } from './testing/start-check-in.ts';

test.each([
  ['three hours behind', -3 * HOUR_MS],
  ['three hours ahead', 3 * HOUR_MS],
  ['years behind', -20_000 * HOUR_MS],
])('by a clock %s: checks made before the first answer arrive once, with the server’s time', async (_what, offMs) => {
  const clock = createClock(undefined, () => testNow() + offMs);
  const { server, spool, loop } = await startCheckIn({ clock });
  clock.onMove(() => void spool.retime().then(() => loop.reportNow()));
  const madeAtMs = testNow();
  for (const endpoint of ['e1', 'e2', 'e3']) {
    const { atMs, guess } = clock.stamp(clock.elapsed());
    await spool.append({ ...sampleCheck(endpoint, atMs), ...(guess && { guess }) });
  }
  loop.start();
  await expect.poll(() => server.checks()).toEqual(['e1', 'e2', 'e3']);
  const stamps = server.applied.flatMap(({ owners }) => Object.values(owners)).flatMap(({ checks }) => checks);
  for (const { at } of stamps) {
    expect(at).toBeGreaterThan(madeAtMs - 1_000);
    expect(at).toBeLessThanOrEqual(testNow() + 1_000);
  }
  expect(spool.status.droppedChecks).toBe(0);
  expect(spool.windows()).toEqual([]);
});
