import type { EndpointDetail } from '@farwatch/core/contracts/api/endpoints';
import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { TestAgent } from '../../../testing/test-agent.ts';

let api: TestApi;
let user: TestUser;
let tw: TestAgent;
let monitor: MonitorDetail;
let a: string;
let b: string;

/** A monitor of `a`, up, and `b`, down with an open incident. */
beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  tw = new TestAgent('agent-tw');
  await putAgent(api, 'agent-tw', 'tw', { state: { spool: null, seq: 0 } });
  monitor = await createMonitor(api, user, monitorBody(['a', 'b']));
  [a, b] = [idOf(monitor, 'a'), idOf(monitor, 'b')];
  api.clock.nowMs += 10_000;
  await reportAndDrain(api, tw, user, { up: [a], down: [b] });
  api.clock.nowMs += 60_000;
});
afterEach(() => api.close());

const assigned = async () => Object.keys((await stored(api).assignment('tw', user.uid))?.endpoints ?? {}).sort();
const current = async () =>
  ((await api.call(user, 'GET', '/monitors/endpoint-limits')).body as { limits: { current: number } }).limits.current;

describe('adding', () => {
  test('assigns an endpoint immediately, named by its host and path', async () => {
    const added = await api.call(user, 'POST', `/monitors/${monitor.id}/endpoints`, { url: 'c.farwatch.test' });
    const { id } = added.body as EndpointDetail;
    const expected = {
      url: 'https://c.farwatch.test/',
      name: 'c.farwatch.test',
      description: '',
      currentStatus: 'pending',
    };
    expect(added).toMatchObject({
      status: 201,
      body: { ...expected, monitorId: monitor.id, locations: ['tw'] },
    });
    expect(await assigned()).toEqual([a, b, id].sort());
    expect(await current()).toBe(3);
    expect((await stored(api).endpoint(a))?.status).toBe('up');
    const listed = (await api.call(user, 'GET', `/monitors/${monitor.id}/endpoints`)).body as { id: string }[];
    expect(listed.map((each) => each.id).sort()).toEqual([a, b, id].sort());
  });

  test('adds nothing beyond the limit', async () => {
    const { db } = api.project.run(api.clock.nowMs);
    await db.doc(`users/${user.uid}`).update({ maxEndpoints: 2 });
    const refused = await api.call(user, 'POST', `/monitors/${monitor.id}/endpoints`, { url: 'c.farwatch.test' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    expect([await current(), await assigned()]).toEqual([2, [a, b].sort()]);
  });
});

describe('changing', () => {
  test('texts keeps id, status, history and the other fields', async () => {
    const before = await stored(api).endpoint(b);
    const changed = await api.call(user, 'PUT', `/endpoints/${b}`, { name: 'B', description: 'till' });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: b, name: 'B', description: 'till', currentStatus: 'down' },
    });
    expect(await stored(api).endpoint(b)).toEqual({ ...before, name: 'B', description: 'till' });
    await api.call(user, 'PUT', `/endpoints/${b}`, { name: '', description: '' });
    expect(await stored(api).endpoint(b)).toEqual({ ...before, name: 'B', description: '' });
    expect((await stored(api).monitor(monitor.id))?.endpoints[b]).toMatchObject({ name: 'B', status: 'down' });
  });

  test('the URL keeps the id and resets the status; the agent gets the new URL', async () => {
    const incidentId = (await stored(api).endpoint(b))?.openIncidentId ?? '';
    const changed = await api.call(user, 'PUT', `/endpoints/${b}`, { url: 'https://moved.farwatch.test' });
    expect(changed.body).toMatchObject({
      id: b,
      name: 'b',
      url: 'https://moved.farwatch.test/',
      currentStatus: 'pending',
    });
    expect((await stored(api).incident(incidentId))?.status).toBe('resolved');
    const { endpoints } = (await stored(api).assignment('tw', user.uid)) ?? {};
    expect(endpoints?.[b]).toMatchObject({ url: 'https://moved.farwatch.test/' });
    expect((await stored(api).endpoint(a))?.status).toBe('up');
  });
});

describe('deleting', () => {
  test('one resolves its incident and stops its checks immediately', async () => {
    const incidentId = (await stored(api).endpoint(b))?.openIncidentId ?? '';
    expect(await api.call(user, 'DELETE', `/endpoints/${b}`)).toMatchObject({ status: 200, body: { success: true } });
    const { endpoint, incident, agent, agentState, monitor: readMonitor } = stored(api);
    expect(await endpoint(b)).toBeNull();
    expect(await incident(incidentId)).toMatchObject({ status: 'resolved', resolvedAt: api.clock.nowMs });
    expect([await assigned(), await current()]).toEqual([[a], 1]);
    expect((await agent('agent-tw'))?.endpointCount).toBe(1);
    expect(Object.keys((await agentState('agent-tw'))?.verdicts[user.uid]?.endpoints ?? {})).toEqual([a]);
    expect(Object.keys((await readMonitor(monitor.id))?.endpoints ?? {})).toEqual([a]);
    await api.runRemovals();
    expect((await api.call(user, 'GET', `/endpoints/${b}/status-history`)).status).toBe(404);
    expect((await api.call(user, 'DELETE', `/endpoints/${b}`)).status).toBe(404);
  });

  test('all of a monitor’s takes one call and leaves it without a status', async () => {
    const incidentId = (await stored(api).endpoint(b))?.openIncidentId ?? '';
    const path = `/monitors/${monitor.id}/endpoints/delete`;
    const answer = await api.call(user, 'POST', path, { endpointIds: [b, a, b] });
    expect(answer).toMatchObject({ status: 200, body: { success: true, deleted: [b, a] } });
    expect((await stored(api).incident(incidentId))?.status).toBe('resolved');
    expect([await assigned(), await current()]).toEqual([[], 0]);
    const left = await api.call(user, 'GET', `/monitors/${monitor.id}`);
    expect(left.body).toMatchObject({ status: 'UNKNOWN', totalEndpoints: 0, endpoints: [] });
    expect((await api.call(user, 'GET', `/monitors/${monitor.id}/endpoints`)).body).toEqual([]);
  });

  test('while adding keeps the count right', async () => {
    const add = (host: string) => api.call(user, 'POST', `/monitors/${monitor.id}/endpoints`, { url: host });
    await Promise.all([
      add('c.farwatch.test'),
      api.call(user, 'DELETE', `/endpoints/${a}`),
      add('d.farwatch.test'),
      api.call(user, 'DELETE', `/endpoints/${b}`),
    ]);
    expect([await current(), (await assigned()).length]).toEqual([2, 2]);
  });
});
