import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enableAlerts, reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, detailOf, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { readSent } from '../../../testing/outbox.ts';
import { useTelegram } from '../../../testing/telegram-chat.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';
import { virtualClock } from '../../../testing/virtual-clock.ts';
import { sweep } from '../../jobs/sweep/sweep.ts';
import { notifyOwner } from '../../tasks/notify-owner.ts';

let api: TestApi;
let user: TestUser;
let agent: TestAgent;
let monitor: MonitorDetail;
let ids: { a: string; b: string };

beforeEach(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  agent = new TestAgent('agentTw');
  await putAgent(api, 'agentTw', 'tw', { state: { spool: null, seq: 0 } });
  monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw']));
  ids = { a: idOf(monitor, 'a'), b: idOf(monitor, 'b') };
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

const pause = async (path: string, body: object) => detailOf(await api.call(user, 'POST', `${path}/pause`, body));
const pauseMonitor = (body: object) => pause(`/monitors/${monitor.id}`, body);
const statuses = async () => {
  const { endpoint } = stored(api);
  return [(await endpoint(ids.a))?.status, (await endpoint(ids.b))?.status];
};

/** Moves the clock and sweeps. */
async function sweepAt(atMs: number): Promise<void> {
  api.clock.nowMs = atMs;
  await sweep(api.project.run(atMs));
}

test('a pause ends votes, incidents and checks without a message; a resumed endpoint is decided again', async () => {
  useTelegram();
  await enableAlerts(api, user);
  await reportAndDrain(api, agent, user, { up: [ids.a], down: [ids.b] });
  const incidentId = (await stored(api).endpoint(ids.b))?.openIncidentId ?? '';
  const paused = await pauseMonitor({ paused: true });
  expect(paused).toMatchObject({ version: monitor.version + 1, paused: true, pausedUntilMs: null, status: 'UNKNOWN' });
  expect(paused.endpoints).toMatchObject([
    { currentStatus: 'unknown', isPaused: true, paused: false },
    { currentStatus: 'unknown', isPaused: true, paused: false },
  ]);
  const { endpoint, incident, assignment, agentState } = stored(api);
  expect(await incident(incidentId)).toMatchObject({ status: 'resolved', updates: [{}, { event: 'paused' }] });
  expect(await assignment('tw', user.uid)).toMatchObject({ count: 0, endpoints: {}, agentId: null });
  expect((await agentState('agentTw'))?.verdicts[user.uid]).toBeUndefined();
  expect(await api.call(user, 'POST', `/monitors/${monitor.id}/test`)).toMatchObject({
    status: 409,
    body: { code: 'checks_paused' },
  });
  api.clock.nowMs += HOUR_MS;
  // The agent has not synced yet.
  await reportAndDrain(api, agent, user, { down: [ids.a, ids.b] });
  expect(await statuses()).toEqual(['paused', 'paused']);
  await notifyOwner(api.project.run(api.clock.nowMs), { ownerId: user.uid }, virtualClock(api.clock.nowMs));
  expect(await readSent(api.project)).toEqual([]);
  await pauseMonitor({ paused: false });
  expect(await statuses()).toEqual(['pending', 'pending']);
  await reportAndDrain(api, agent, user, { up: [ids.a], down: [ids.b], rev: 1, generation: 3 });
  expect(await statuses()).toEqual(['up', 'down']);
  expect((await endpoint(ids.b))?.openIncidentId).not.toBe(incidentId);
});

test('an endpoint is paused alone, and stays so when its monitor is resumed', async () => {
  await reportAndDrain(api, agent, user, { up: [ids.a, ids.b] });
  await pause(`/endpoints/${ids.a}`, { paused: true });
  expect(await statuses()).toEqual(['paused', 'up']);
  expect(Object.keys((await stored(api).assignment('tw', user.uid))?.endpoints ?? {})).toEqual([ids.b]);
  const answer = await api.call(user, 'POST', `/monitors/${monitor.id}/test`);
  expect(answer).toMatchObject({ status: 200, body: { success: true, checkedJustNow: [] } });
  await pauseMonitor({ paused: true });
  await pauseMonitor({ paused: false });
  expect(await statuses()).toEqual(['paused', 'pending']);
  await pause(`/endpoints/${ids.a}`, { paused: false });
  expect(await statuses()).toEqual(['pending', 'pending']);
  const several = (endpointIds: string[]) =>
    api.call(user, 'POST', `/monitors/${monitor.id}/endpoints/pause`, { paused: true, endpointIds });
  expect((await several([ids.a, 'other'])).status).toBe(404);
  expect(await statuses()).toEqual(['pending', 'pending']);
  expect((await several([ids.a, ids.b])).status).toBe(200);
  expect(await statuses()).toEqual(['paused', 'paused']);
});

test('pauses end by themselves, once, at the minute; what is not due costs no read in between', async () => {
  await pauseMonitor({ paused: true, untilMs: T0 + 65 * MINUTE_MS });
  await pause(`/endpoints/${ids.a}`, { paused: true, untilMs: T0 + 67 * MINUTE_MS });
  await sweepAt(T0 + 60 * MINUTE_MS);
  expect(await statuses()).toEqual(['paused', 'paused']);
  resetProxy();
  await sweepAt(T0 + 61 * MINUTE_MS);
  const quiet = readProxyCounts();
  await sweepAt(T0 + 65 * MINUTE_MS);
  expect(await statuses()).toEqual(['paused', 'pending']);
  const { version } = (await stored(api).monitor(monitor.id)) ?? {};
  resetProxy();
  await sweepAt(T0 + 66 * MINUTE_MS);
  expect(readProxyCounts()).toEqual(quiet);
  await sweepAt(T0 + 67 * MINUTE_MS);
  expect(await statuses()).toEqual(['pending', 'pending']);
  await sweepAt(T0 + 80 * MINUTE_MS);
  const after = await stored(api).monitor(monitor.id);
  expect(after).toMatchObject({ version: (version ?? 0) + 1, paused: false, pausedUntilMs: null });
});

test('a pause that is edited or made again meanwhile is not ended', async () => {
  await pauseMonitor({ paused: true, untilMs: T0 + 65 * MINUTE_MS });
  await sweepAt(T0 + 60 * MINUTE_MS);
  await pauseMonitor({ paused: true, untilMs: T0 + DAY_MS });
  const before = await stored(api).monitor(monitor.id);
  await sweepAt(T0 + 66 * MINUTE_MS);
  await sweepAt(T0 + 80 * MINUTE_MS);
  expect(await stored(api).monitor(monitor.id)).toEqual(before);
});

test.each([
  ['in the past', T0 - 1],
  ['more than a year ahead', T0 + 400 * DAY_MS],
])('an end %s is refused, with the field that is wrong', async (_, untilMs) => {
  const call = await api.call(user, 'POST', `/monitors/${monitor.id}/pause`, { paused: true, untilMs });
  expect(call).toMatchObject({ status: 400, body: { code: 'invalid', details: [{ path: 'untilMs' }] } });
  const body = { ...monitorBody(['a'], ['tw']), paused: true, pausedUntilMs: untilMs };
  expect(await api.call(user, 'PUT', `/monitors/${monitor.id}`, body)).toMatchObject({
    status: 400,
    body: { code: 'invalid', details: [{ path: 'pausedUntilMs' }] },
  });
});
