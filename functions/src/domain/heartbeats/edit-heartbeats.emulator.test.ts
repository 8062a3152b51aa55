import { HEARTBEAT } from '@farwatch/core/values/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heartbeats } from '../../platform/db/collections.ts';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from '../../testing/heartbeat-setup.ts';

let setup: HeartbeatSetup;

beforeAll(async () => {
  setup = await newHeartbeatSetup();
});
afterAll(() => setup.close());

it('an edit writes no pings: a monitor’s may be more than one commit can have', async () => {
  const { api, user } = setup;
  const names = Array.from({ length: 14 }, (_, index) => `job-${index}`);
  const monitor = await createHeartbeats(api, user, names);
  const { db } = api.project.run(api.clock.nowMs);
  const bodies = Array.from({ length: 80 }, (_, number) => ({ number, text: 'x'.repeat(HEARTBEAT.keptBytes) }));
  const urls = names.map((name) => pingUrlOf(monitor, name));
  for (const url of urls) {
    expect((await setup.ping(url)).status).toBe(200);
    await heartbeats.ref(db, url.split('/').at(-1) ?? '').update(heartbeats.toUpdate({ bodies }));
  }
  const paused = await api.call(user, 'POST', `/monitors/${monitor.id}/pause`, { paused: true });
  expect(paused.status).toBe(200);
  for (const url of urls) {
    const after = await readHeartbeat(api, url);
    expect(after).toMatchObject({ paused: true, lastPingAt: null, dueAt: null, pingCount: 1, pings: [{ number: 1 }] });
    expect(after?.bodies).toHaveLength(bodies.length);
  }
});
