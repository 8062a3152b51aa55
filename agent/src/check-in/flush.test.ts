import { MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { startCheckIn } from './testing/start-check-in.ts';

/** For what waits by design. */

describe('stopping', () => {
  test('it sends what it has, live and old, and ends', async () => {
    const { server, loop, check, ended } = await startCheckIn();
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    for (const ageMs of [0, 20, 90]) await check(`e${ageMs}`, ageMs * MINUTE_MS);
    await loop.flush();
    expect(await ended).toBeNull();
    expect(server.checks().sort()).toEqual(['e0', 'e20', 'e90']);
  });

  test('it tries once more where an answer is lost', async () => {
    const { server, loop, check } = await startCheckIn({ deny: (call) => (call === 2 ? 'cut' : null) });
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    await check('e1');
    await loop.flush();
    expect(server.checks()).toEqual(['e1']);
  });

  test('it ends soon where the server is away, though the next try would be long from now', async () => {
    const { bodies, spool, loop, check, ended } = await startCheckIn({ deny: () => 'cut' });
    await check('e1');
    loop.start();
    await expect.poll(() => bodies.length).toBe(3);
    await loop.flush();
    expect(await ended).toBeNull();
    // The one that was on its way may have been the last.
    expect(bodies.length).toBeLessThanOrEqual(4);
    expect(spool.outgoing?.owners.o1?.checks).toHaveLength(1);
  });

  test('it sends nothing before the first round is over', async () => {
    const { bodies, loop, check, ended } = await startCheckIn();
    await check('e1');
    await loop.flush();
    expect(await ended).toBeNull();
    expect(bodies).toEqual([]);
  });
});
