import { MINUTE_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { createHeartbeats, newHeartbeatSetup, pingUrlOf } from '../../testing/heartbeat-setup.ts';

it('a ping costs one read and one write, a guess nothing', async () => {
  const setup = await newHeartbeatSetup({ viaProxy: true });
  try {
    const monitor = await createHeartbeats(setup.api, setup.user, ['backup']);
    const url = pingUrlOf(monitor, 'backup');
    const named = monitor.endpoints[0]?.namedPingUrl ?? '';
    expect((await setup.ping(url)).status).toBe(200);
    for (const [path, suffix] of [
      [url, ''],
      [url, '/start'],
      [named, ''],
    ] as const) {
      setup.api.clock.nowMs += MINUTE_MS;
      await resetProxy();
      expect((await setup.ping(path, suffix)).status).toBe(200);
      expect(await readProxyCounts()).toMatchObject({ reads: 1, writes: 1, deletes: 0 });
    }
    await resetProxy();
    expect((await setup.ping(url.replace(/.$/, 'x'))).status).toBe(404);
    expect((await setup.ping(url.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).status).toBe(404);
    expect(await readProxyCounts()).toMatchObject({ reads: 0, writes: 0 });
  } finally {
    await setup.close();
  }
});
