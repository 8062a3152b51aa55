import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statusEvents, verdictChanges } from '../../../platform/db/collections.ts';
import { enableAlerts, reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody, replaceMonitor } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { readSent } from '../../../testing/outbox.ts';
import { useTelegram } from '../../../testing/telegram-chat.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';
import { virtualClock } from '../../../testing/virtual-clock.ts';
import { sweep } from '../../jobs/sweep/sweep.ts';
import { notifyOwner } from '../../tasks/notify-owner.ts';
import { drain } from '../../triggers/drain.ts';

let api: TestApi;
let user: TestUser;
const agents = { tw: new TestAgent('agentTw'), th: new TestAgent('agentTh'), bd: new TestAgent('agentBd') };

beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  for (const location of ['tw', 'th', 'bd'] as const) {
    agents[location] = new TestAgent(`agent-${location}`);
    await putAgent(api, `agent-${location}`, location, { state: { spool: null, seq: 0 } });
  }
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

const later = (ms: number) => {
  api.clock.nowMs += ms;
};

/** A monitor of `a`, up, and `b`, down with an open incident. */
async function newMonitor(): Promise<{ monitor: MonitorDetail; a: string; b: string; incidentId: string }> {
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw']));
  const [a, b] = [idOf(monitor, 'a'), idOf(monitor, 'b')];
  later(10_000);
  await reportAndDrain(api, agents.tw, user, { up: [a], down: [b] });
  later(60_000);
  const incidentId = (await stored(api).endpoint(b))?.openIncidentId;
  if (!incidentId) throw new Error('no incident');
  return { monitor, a, b, incidentId };
}

describe('endpoints that stay', () => {
  test('keep id, status and history, by id or by URL', async () => {
    const { monitor, a, b, incidentId } = await newMonitor();
    const before = { a: await stored(api).endpoint(a), b: await stored(api).endpoint(b) };
    const body = monitorBody(['a', 'b', 'c'], ['tw'], 'Renamed');
    const given = body.endpoints.map((each) => (each.name === 'a' ? { ...each, id: a, name: 'A' } : each));
    const after = await replaceMonitor(api, user, monitor.id, { ...body, endpoints: given });
    expect([idOf(after, 'A'), idOf(after, 'b')]).toEqual([a, b]);
    const { endpoint, incident, assignment, agent, user: profile } = stored(api);
    expect(await endpoint(a)).toEqual({ ...before.a, name: 'A' });
    expect(await endpoint(b)).toEqual(before.b);
    expect(await incident(incidentId)).toMatchObject({ status: 'active' });
    expect(after).toMatchObject({ name: 'Renamed', status: 'DOWN', totalEndpoints: 3 });
    const entry = { url: 'https://a.farwatch.test/', name: 'A', group: 'Renamed', monitorId: monitor.id };
    expect(await assignment('tw', user.uid)).toMatchObject({ count: 3, generation: 1, endpoints: { [a]: entry } });
    expect(await agent('agent-tw')).toMatchObject({ endpointCount: 3 });
    expect(await profile(user.uid)).toMatchObject({ endpointCount: 3 });
  });

  test('are reset with another URL, and the next verdict counts even if unchanged', async () => {
    const { monitor, a, b, incidentId } = await newMonitor();
    const body = monitorBody(['a', 'moved'], ['tw']);
    const given = body.endpoints.map((each, index) => ({ ...each, id: index === 0 ? a : b }));
    await replaceMonitor(api, user, monitor.id, { ...body, endpoints: given });
    const { endpoint, incident, agentState } = stored(api);
    const closed = {
      status: 'resolved',
      resolvedAt: T0 + 70_000,
      updates: expect.arrayContaining([expect.objectContaining({ event: 'unmonitored' })]),
    };
    expect(await endpoint(b)).toMatchObject({
      status: 'pending',
      votes: {},
      openIncidentId: null,
      url: 'https://moved.farwatch.test/',
    });
    expect(await incident(incidentId)).toMatchObject(closed);
    expect(Object.keys((await agentState('agent-tw'))?.verdicts[user.uid]?.endpoints ?? {})).toEqual([a]);
    later(1_000);
    await reportAndDrain(api, agents.tw, user, { down: [b], rev: 1 });
    expect(await endpoint(b)).toMatchObject({ status: 'down', votes: { tw: { up: false } } });
    expect((await endpoint(b))?.openIncidentId).not.toBe(incidentId);
  });
});

describe('endpoints that are removed', () => {
  test('leave no document, history, assignment, remembered verdict or open incident', async () => {
    const { monitor, a, b, incidentId } = await newMonitor();
    await replaceMonitor(api, user, monitor.id, monitorBody(['a'], ['tw']));
    const { endpoint, incident, assignment, agent, agentState, user: profile } = stored(api);
    expect(await endpoint(b)).toBeNull();
    expect(await incident(incidentId)).toMatchObject({ status: 'resolved', downLocations: [] });
    expect(await assignment('tw', user.uid)).toMatchObject({ count: 1 });
    expect(Object.keys((await assignment('tw', user.uid))?.endpoints ?? {})).toEqual([a]);
    expect(Object.keys((await agentState('agent-tw'))?.verdicts[user.uid]?.endpoints ?? {})).toEqual([a]);
    expect(await agent('agent-tw')).toMatchObject({ endpointCount: 1 });
    expect(await profile(user.uid)).toMatchObject({ endpointCount: 1 });
    const events = (id: string) => statusEvents.collection(api.project.run(T0).db, id).count().get();
    expect((await events(b)).data().count).toBe(1);
    await api.runRemovals();
    expect((await events(b)).data().count).toBe(0);
    expect((await events(a)).data().count).toBe(1);
  });

  test('ignore a late report', async () => {
    const { monitor, b } = await newMonitor();
    await replaceMonitor(api, user, monitor.id, monitorBody(['a'], ['tw']));
    await reportAndDrain(api, agents.tw, user, { up: [b] });
    expect(await stored(api).endpoint(b)).toBeNull();
    expect((await stored(api).monitor(monitor.id))?.endpoints[b]).toBeUndefined();
  });

  test('are not announced at the end of their silence period', async () => {
    useTelegram();
    await enableAlerts(api, user);
    const { monitor, b } = await newMonitor();
    const look = () => api.project.queue.work(api.project.run(api.clock.nowMs));
    await look();
    for (const seen of [{ up: [b] }, { down: [b] }]) {
      later(60_000);
      await reportAndDrain(api, agents.tw, user, seen);
      await look();
    }
    await replaceMonitor(api, user, monitor.id, { ...monitorBody(['a'], ['tw']) });
    later(1_800_000);
    await notifyOwner(api.project.run(api.clock.nowMs), { ownerId: user.uid }, virtualClock(api.clock.nowMs));
    expect((await readSent(api.project)).map(({ kind }) => kind)).toEqual(['outage', 'recovery']);
  });
});

describe('locations', () => {
  test('a new one gets an assignment and votes', async () => {
    const { monitor, a, b } = await newMonitor();
    const after = await replaceMonitor(api, user, monitor.id, monitorBody(['a', 'b'], ['tw', 'th']));
    expect(after.locations.map(({ code }) => code)).toEqual(['tw', 'th']);
    const { assignment, endpoint, agent } = stored(api);
    expect(await assignment('th', user.uid)).toMatchObject({
      agentId: 'agent-th',
      generation: 1,
      live: true,
      count: 2,
    });
    expect(await agent('agent-th')).toMatchObject({ endpointCount: 2 });
    expect(await agent('agent-tw')).toMatchObject({ endpointCount: 2 });
    await reportAndDrain(api, agents.th, user, { up: [a, b] });
    expect(await endpoint(b)).toMatchObject({
      status: 'up',
      locations: ['tw', 'th'],
      votes: { tw: { up: false }, th: { up: true } },
    });
  });

  test('a removed one loses its vote, the status is decided again, and its agent forgets the verdict', async () => {
    const monitor = await createMonitor(api, user, monitorBody(['a'], ['tw', 'th', 'bd']));
    const a = idOf(monitor, 'a');
    later(10_000);
    await reportAndDrain(api, agents.tw, user, { up: [a] });
    await reportAndDrain(api, agents.th, user, { down: [a] });
    await reportAndDrain(api, agents.bd, user, { down: [a] });
    const { endpoint, assignment, agent, agentState, incident, monitor: stateOf } = stored(api);
    const incidentId = (await endpoint(a))?.openIncidentId ?? '';
    expect(await endpoint(a)).toMatchObject({ status: 'down' });
    later(60_000);
    await replaceMonitor(api, user, monitor.id, monitorBody(['a'], ['tw', 'th']));
    expect(await endpoint(a)).toMatchObject({ status: 'up', locations: ['tw', 'th'], since: T0 + 70_000 });
    expect(Object.keys((await endpoint(a))?.votes ?? {}).sort()).toEqual(['th', 'tw']);
    expect(await incident(incidentId)).toMatchObject({ status: 'active', severity: 'minor', downLocations: ['th'] });
    expect((await stateOf(monitor.id))?.transitions.at(-1)).toMatchObject({ from: 'down', to: 'up', endpoint: a });
    expect(await assignment('bd', user.uid)).toMatchObject({
      count: 0,
      endpoints: {},
      agentId: null,
      generation: 2,
      live: false,
    });
    expect(await agent('agent-bd')).toMatchObject({ endpointCount: 0 });
    expect(await agentState('agent-bd')).toMatchObject({
      owners: {},
      verdicts: {},
      previousOwners: { [user.uid]: { generation: 1, endedAt: T0 + 70_000 } },
    });
    await replaceMonitor(api, user, monitor.id, monitorBody(['a'], ['tw']));
    expect(await incident(incidentId)).toMatchObject({ status: 'resolved' });
  });

  test('one that is added again votes with its first verdict', async () => {
    const { monitor, a, b } = await newMonitor();
    await replaceMonitor(api, user, monitor.id, monitorBody(['a', 'b'], ['th']));
    // The agent reports again before it syncs the edit.
    await reportAndDrain(api, agents.tw, user, { up: [a], down: [b] });
    await replaceMonitor(api, user, monitor.id, monitorBody(['a', 'b'], ['tw']));
    expect(await stored(api).endpoint(a)).toMatchObject({ votes: {} });
    expect(await stored(api).assignment('tw', user.uid)).toMatchObject({
      agentId: 'agent-tw',
      generation: 3,
      live: true,
    });
    await reportAndDrain(api, agents.tw, user, { up: [a], down: [b], generation: 3 });
    const { endpoint } = stored(api);
    expect([(await endpoint(a))?.status, (await endpoint(b))?.status]).toEqual(['up', 'down']);
  });

  test('gives an assignment without an agent to one that is now active', async () => {
    const { db } = api.project.run(T0);
    await db.doc('agents/agent-bd').update({ registered: false });
    const monitor = await createMonitor(api, user, monitorBody(['a'], ['bd']));
    expect(await stored(api).assignment('bd', user.uid)).toMatchObject({ agentId: null, generation: 1 });
    await db.doc('agents/agent-bd').update({ registered: true });
    await replaceMonitor(api, user, monitor.id, monitorBody(['a', 'b'], ['bd']));
    const { assignment, agent, agentState } = stored(api);
    expect(await assignment('bd', user.uid)).toMatchObject({
      agentId: 'agent-bd',
      generation: 2,
      live: true,
      count: 2,
    });
    expect(await agent('agent-bd')).toMatchObject({ endpointCount: 2 });
    expect((await agentState('agent-bd'))?.owners).toEqual({ [user.uid]: 2 });
  });
});

describe('DELETE /monitors/{id}', () => {
  test('removes everything, resolves incidents, frees the count, keeps other monitors', async () => {
    const { monitor, a, b, incidentId } = await newMonitor();
    const other = await createMonitor(api, user, monitorBody(['c'], ['tw'], 'Other'));
    expect(await api.call(user, 'DELETE', `/monitors/${monitor.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const { endpoint, incident, assignment, agent, agentState, monitor: stateOf, user: profile } = stored(api);
    expect([await stateOf(monitor.id), await endpoint(a), await endpoint(b)]).toEqual([null, null, null]);
    expect(await incident(incidentId)).toMatchObject({ status: 'resolved' });
    expect(Object.keys((await assignment('tw', user.uid))?.endpoints ?? {})).toEqual([idOf(other, 'c')]);
    expect((await agentState('agent-tw'))?.verdicts[user.uid]?.endpoints).toEqual({});
    expect(await agent('agent-tw')).toMatchObject({ endpointCount: 1 });
    expect(await profile(user.uid)).toMatchObject({ endpointCount: 1 });
    await api.runRemovals();
    const { db } = api.project.run(T0);
    expect((await db.collectionGroup('events').count().get()).data().count).toBe(0);
    expect((await api.call(user, 'DELETE', `/monitors/${monitor.id}`)).status).toBe(404);
    expect((await api.call(user, 'GET', `/monitors/${other.id}`)).status).toBe(200);
  });

  test('announces nothing, even during an outage while its agent reports', async () => {
    await enableAlerts(api, user);
    const { monitor, b, incidentId } = await newMonitor();
    later(60_000);
    const report = agents.tw.buildReport(api.clock.nowMs, { ownerId: user.uid, up: [b] });
    const [answer] = await Promise.all([
      api.call(user, 'DELETE', `/monitors/${monitor.id}`),
      agents.tw.sendUntilAccepted(api.project.run(api.clock.nowMs), report),
    ]);
    expect(answer.status).toBe(200);
    await drain(api.project.run(api.clock.nowMs), 'agent-tw');
    const { db } = api.project.run(T0);
    expect((await verdictChanges.collection(db).where('state', '!=', 'applied').get()).size).toBe(0);
    expect(await stored(api).incident(incidentId)).toMatchObject({ status: 'resolved', downLocations: [] });
    useTelegram();
    later(60_000);
    await sweep(api.project.run(api.clock.nowMs));
    await notifyOwner(api.project.run(api.clock.nowMs), { ownerId: user.uid }, virtualClock(api.clock.nowMs));
    expect(await readSent(api.project)).toEqual([]);
  });

  test('cleans up immediately if the task cannot be enqueued', async () => {
    const { monitor } = await newMonitor();
    api.project.queue.enqueue = () => Promise.reject(new Error('no queue'));
    expect((await api.call(user, 'DELETE', `/monitors/${monitor.id}`)).status).toBe(200);
    const { db } = api.project.run(T0);
    expect((await db.collectionGroup('events').count().get()).data().count).toBe(0);
  });
});
