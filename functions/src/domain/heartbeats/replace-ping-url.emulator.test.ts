import type { EndpointDetail } from '@farwatch/core/contracts/api/endpoints';
import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { heartbeats } from '../../platform/db/collections.ts';
import { createMonitor, detailOf, idOf, monitorBody, replaceMonitor } from '../../testing/api/monitors.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from '../../testing/heartbeat-setup.ts';
import { T0 } from '../../testing/test-project.ts';

const CHECK = { type: 'heartbeat', periodSec: 600, graceSec: 300 } as const;

let setup: HeartbeatSetup;
let monitor: MonitorDetail;
let id: string;
let old: string;

beforeEach(async () => {
  setup = await newHeartbeatSetup();
  monitor = await createHeartbeats(setup.api, setup.user, ['backup'], CHECK);
  id = idOf(monitor, 'backup');
  old = pingUrlOf(monitor, 'backup');
});
afterEach(() => expectConsistent(setup.api.project).finally(() => setup.close()));

const replace = (pingUrl: string, endpointId = id, user = setup.user) =>
  setup.api.call(user, 'POST', `/endpoints/${endpointId}/replace-ping-url`, { pingUrl });

/** Replaces the current URL; returns the new one. */
async function replaced(pingUrl: string): Promise<string> {
  const { status, body } = await replace(pingUrl);
  expect(status).toBe(200);
  return (body as EndpointDetail).pingUrl ?? '';
}

const statusOf = async (url: string) => (await setup.ping(url)).status;
const stored = async () => (await heartbeats.collection(setup.api.project.run(T0).db).get()).size;

it('the old URL is not found at once; the new one has the pings, the schedule and the status', async () => {
  await setup.ping(old, '/start');
  await setup.ping(old, '/1', { body: 'disk full' });
  const before = await readHeartbeat(setup.api, old);
  const url = await replaced(old);
  expect(url).not.toBe(old);
  expect(await readHeartbeat(setup.api, url)).toEqual(before);
  expect(await statusOf(old)).toBe(404);
  expect(await setup.api.call(setup.user, 'GET', `/endpoints/${id}`)).toMatchObject({
    body: { pingUrl: url, currentStatus: 'down' },
  });
  expect(await statusOf(url)).toBe(200);
  expect(await setup.api.call(setup.user, 'GET', `/endpoints/${id}`)).toMatchObject({ body: { currentStatus: 'up' } });
  expect(await stored()).toBe(1);
});

it('the URL by name stays', async () => {
  await replaced(old);
  expect(await statusOf(monitor.endpoints[0]?.namedPingUrl ?? '')).toBe(200);
});

it('a job that still calls the old URL is noticed', async () => {
  await setup.ping(old);
  await replaced(old);
  for (let minute = 0; minute < 20; minute += 1) {
    setup.api.clock.nowMs += MINUTE_MS;
    await setup.ping(old);
    await sweep(setup.api.project.run(setup.api.clock.nowMs));
  }
  expect(await setup.api.call(setup.user, 'GET', `/endpoints/${id}`)).toMatchObject({
    body: { currentStatus: 'down' },
  });
});

it('repeating the call, as after a lost answer, changes nothing', async () => {
  const url = await replaced(old);
  expect(await replaced(old)).toBe(url);
  const third = await replaced(url);
  expect(new Set([old, url, third]).size).toBe(3);
  expect([await statusOf(old), await statusOf(url), await statusOf(third)]).toEqual([404, 404, 200]);
});

it('every edit keeps the new URL, until the endpoint is deleted', async () => {
  const url = await replaced(old);
  const other = await createMonitor(setup.api, setup.user, monitorBody(['shop']));
  await setup.api.call(setup.user, 'POST', `/endpoints/${id}/pause`, { paused: true });
  await setup.api.call(setup.user, 'POST', `/endpoints/${id}/pause`, { paused: false });
  await setup.api.call(setup.user, 'PUT', `/endpoints/${id}`, { url: 'heartbeat://nightly' });
  await setup.api.call(setup.user, 'POST', `/monitors/${monitor.id}/endpoints/move`, {
    endpointIds: [id],
    targetId: other.id,
  });
  const moved = detailOf(await setup.api.call(setup.user, 'GET', `/monitors/${other.id}`));
  expect(moved.endpoints.find((each) => each.id === id)?.pingUrl).toBe(url);
  expect(await statusOf(url)).toBe(200);
  setup.api.clock.nowMs += HOUR_MS;
  await replaceMonitor(setup.api, setup.user, other.id, monitorBody(['shop']));
  expect(await statusOf(url)).toBe(404);
  expect(await stored()).toBe(0);
});

it('a ping at the same time is either stored or refused', async () => {
  await setup.ping(old);
  const [first, answer, second] = await Promise.all([setup.ping(old), replace(old), setup.ping(old)]);
  const accepted = [first, second].filter(({ status }) => status === 200).length;
  const heartbeat = await readHeartbeat(setup.api, (answer.body as EndpointDetail).pingUrl ?? '');
  expect(heartbeat?.pings.map(({ number }) => number)).toEqual(Array.from({ length: 1 + accepted }, (_, at) => at + 1));
  expect(await readHeartbeat(setup.api, old)).toBeNull();
});

it('is for the owner of a heartbeat', async () => {
  const web = await createMonitor(setup.api, setup.user, monitorBody(['shop'], ['tw'], 'Web'));
  const stranger = await setup.api.user();
  expect((await replace(old, id, stranger)).status).toBe(404);
  expect((await replace(old, 'unknown')).status).toBe(404);
  expect(await replace(old, idOf(web, 'shop'))).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(await statusOf(old)).toBe(200);
});
