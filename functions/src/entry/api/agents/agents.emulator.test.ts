import { type AgentCreated, type AgentEntry, registrationLink } from '@farwatch/core/contracts/api/agents';
import { DEVICE } from '@farwatch/core/testing/samples';
import { HOUR_MS, hourStart, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentStates, agents } from '../../../platform/db/collections.ts';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import { agentCustomToken, agentIdToken, exchangeToken, type TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';
import { registerAgent } from '../../callables/register-agent.ts';
import { drain, retryParked } from '../../triggers/drain.ts';

let api: TestApi;
let admin: TestUser;

beforeEach(async () => {
  api = await newTestApi();
  admin = await api.user({ admin: true });
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

const KEY = Buffer.from('k'.repeat(44)).toString('base64');

async function create(body: object = { name: 'Taipei 1', countryCode: 'tw' }): Promise<AgentCreated> {
  return (await api.call(admin, 'POST', '/agents', body)).body as AgentCreated;
}

async function list(user = admin): Promise<AgentEntry[]> {
  return (await api.call(user, 'GET', '/agents')).body as AgentEntry[];
}

const register = (code: string) =>
  registerAgent(api.project.run(api.clock.nowMs), { code, publicKey: KEY, device: { ...DEVICE } });

describe('POST /agents', () => {
  test('creates an agent without a device', async () => {
    const answer = await api.call(admin, 'POST', '/agents', { name: ' Taipei 1 ', description: 'Floor 7' });
    expect(answer.status).toBe(201);
    const created = answer.body as AgentCreated;
    expect(created).toMatchObject({
      name: 'Taipei 1',
      countryCode: 'tw',
      countryName: 'Taiwan',
      description: 'Floor 7',
      isActive: false,
      registered: false,
      status: 'Unknown',
      healthStatus: null,
      endpointCount: 0,
      deviceInfo: null,
      lastActiveAt: null,
      registrationExpiresAt: new Date(T0 + 24 * HOUR_MS).toISOString(),
    });
    expect(created.registrationCode.length).toBeGreaterThanOrEqual(22);
    expect(registrationLink('https://farwatch.test', created)).toContain(encodeURIComponent(created.registrationCode));
    const { agent, agentState, command } = stored(api);
    expect(await agent(created.id)).toMatchObject({ ownerId: admin.uid, registered: false, location: 'tw' });
    expect(await agentState(created.id)).toMatchObject({
      tokenGeneration: 1,
      publicKey: null,
      agentSeq: 0,
      owners: {},
    });
    expect(await command(created.id)).toEqual({ syncAt: null, checkNow: {} });
  });

  test('registers once with its code, which is then no longer shown', async () => {
    const created = await create();
    expect(await list()).toEqual([created]);
    expect(await register(created.registrationCode)).toMatchObject({ agentId: created.id, location: 'tw' });
    expect(await list()).toMatchObject([
      {
        id: created.id,
        registered: true,
        isActive: false,
        status: 'Inactive',
        registrationCode: null,
        registrationExpiresAt: null,
        deviceInfo: { deviceName: 'server-7', batteryPercent: null },
        deviceMetrics: { memoryUsage: 40 },
        appVersion: '1.0.0',
      },
    ]);
    await new TestAgent(created.id).report(api.project.run(api.clock.nowMs), {});
    expect(await list()).toMatchObject([{ isActive: true, status: 'Active', healthStatus: 'healthy' }]);
  });
});

describe('GET /agents', () => {
  test('lists the caller’s agents, newest first', async () => {
    const first = await create();
    api.clock.nowMs += 1000;
    const second = await create({ name: 'Bangkok', countryCode: 'th' });
    await putAgent(api, 'foreign', 'tw', { agent: { ownerId: 'other' } });
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await list(await api.user({ admin: true }))).toEqual([]);
  });
});

describe('another admin’s agent is not found', () => {
  test.each([
    ['DELETE', ''],
    ['POST', '/registration-code'],
    ['POST', '/trigger-sync'],
  ])('%s %s', async (method, path) => {
    const { id } = await create();
    const before = await stored(api).agentState(id);
    const other = await api.user({ admin: true });
    expect(await api.call(other, method, `/agents/${id}${path}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await api.call(admin, method, `/agents/none${path}`)).status).toBe(404);
    expect(await stored(api).agentState(id)).toEqual(before);
  });
});

test('POST /agents/{id}/trigger-sync commands the agent', async () => {
  const { id } = await create();
  api.clock.nowMs += 5000;
  expect((await api.call(admin, 'POST', `/agents/${id}/trigger-sync`, {})).body).toEqual({
    success: true,
    message: 'Sync trigger sent. Agent will update on its next check-in.',
  });
  expect(await stored(api).command(id)).toEqual({ syncAt: T0 + 5000, checkNow: {} });
});

/** The admin's agent with one user's endpoint, which is up. */
async function newActiveAgent(): Promise<{ agentId: string; user: TestUser; endpointId: string }> {
  const { id: agentId, registrationCode } = await create();
  await register(registrationCode);
  const user = await api.user();
  const device = new TestAgent(agentId);
  await reportAndDrain(api, device, user, {});
  const endpointId = idOf(await createMonitor(api, user, monitorBody(['a'], ['tw'])), 'a');
  await reportAndDrain(api, device, user, { up: [endpointId] });
  expect(await stored(api).endpoint(endpointId)).toMatchObject({ status: 'up' });
  return { agentId, user, endpointId };
}

describe('POST /agents/{id}/registration-code', () => {
  test('revokes the device, moves its assignments, answers a new code', async () => {
    const { agentId, user, endpointId } = await newActiveAgent();
    await putAgent(api, 'spare', 'tw');
    const idToken = await agentIdToken(api.auth, agentId);
    const unused = await agentCustomToken(api.auth, agentId);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const reset = (await api.call(admin, 'POST', `/agents/${agentId}/registration-code`)).body as AgentCreated;
    expect(reset).toMatchObject({
      id: agentId,
      registered: false,
      isActive: false,
      status: 'Inactive',
      endpointCount: 0,
    });
    await drain(api.project.run(T0), agentId);
    const { agent, agentState, assignment, endpoint } = stored(api);
    expect(await agentState(agentId)).toMatchObject({ tokenGeneration: 2, publicKey: null, owners: {} });
    expect(await agent(agentId)).toMatchObject({ registered: false, endpointCount: 0 });
    expect(await assignment('tw', user.uid)).toMatchObject({ agentId: 'spare', generation: 2, live: true });
    // A live agent handed over to another: its last verdict counts until the other has checked.
    expect(await endpoint(endpointId)).toMatchObject({ status: 'up' });
    await expect(new TestAgent(agentId).report(api.project.run(T0), {})).rejects.toMatchObject({
      refusal: { reason: 'reset' },
    });
    await expect(api.auth.verifyIdToken(idToken, true)).rejects.toMatchObject({ code: 'auth/user-disabled' });
    await expect(exchangeToken(unused)).rejects.toThrow('USER_DISABLED');
    expect(await register(reset.registrationCode)).toMatchObject({ agentId });
    expect(await list()).toMatchObject([{ id: agentId, registered: true, isActive: false }]);
  });

  test('a new code voids an unused one', async () => {
    const { id, registrationCode } = await create();
    await api.call(admin, 'POST', `/agents/${id}/registration-code`);
    await expect(register(registrationCode)).rejects.toMatchObject({ refusal: { reason: 'code_unknown' } });
  });
});

describe.each([
  ['POST', '/registration-code', 'reset'],
  ['DELETE', '', 'deleted'],
])('%s /agents/{id}%s when its assignments cannot be moved', (method, path, reason) => {
  test('still revokes the device with the reason, and moves the assignments later', async () => {
    const { agentId, user } = await newActiveAgent();
    await putAgent(api, 'spare', 'tw');
    const idToken = await agentIdToken(api.auth, agentId);
    const unused = await agentCustomToken(api.auth, agentId);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { db } = api.project.run(T0);
    const unreadable = db.doc(`assignments/tw_${user.uid}`);
    await unreadable.update({ live: 'invalid' });
    const answer = await api.call(admin, method, `/agents/${agentId}${path}`);
    expect(answer.status).toBe(200);
    await drain(api.project.run(T0), agentId);
    await expect(api.auth.verifyIdToken(idToken, true)).rejects.toMatchObject({ code: 'auth/user-disabled' });
    await expect(exchangeToken(unused)).rejects.toThrow('USER_DISABLED');
    await expect(new TestAgent(agentId).report(api.project.run(T0), {})).rejects.toMatchObject({
      refusal: { reason },
    });
    await unreadable.update({ live: true });
    expect(await stored(api).assignment('tw', user.uid)).toMatchObject({ agentId, generation: 1 });
    await retryParked(api.project.run(T0 + 2 * MINUTE_MS), agentId);
    expect(await stored(api).assignment('tw', user.uid)).toMatchObject({ agentId: 'spare', generation: 2, live: true });
    expect(await stored(api).agent(agentId)).toEqual(
      method === 'DELETE' ? null : expect.objectContaining({ registered: false, endpointCount: 0 }),
    );
  });
});

describe('DELETE /agents/{id}', () => {
  test('deletes everything, and another agent takes over', async () => {
    const { agentId, user } = await newActiveAgent();
    await putAgent(api, 'spare', 'tw');
    expect(await api.call(admin, 'DELETE', `/agents/${agentId}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    await drain(api.project.run(T0), agentId);
    const { agent, agentState, command, assignment } = stored(api);
    expect([await agent(agentId), await agentState(agentId), await command(agentId)]).toEqual([null, null, null]);
    const { db } = api.project.run(T0);
    expect((await db.collectionGroup('private').get()).docs.map((doc) => doc.ref.path)).toEqual([]);
    expect(await assignment('tw', user.uid)).toMatchObject({ agentId: 'spare', generation: 2 });
    expect(await agent('spare')).toMatchObject({ endpointCount: 1 });
    expect(api.project.queue.waiting.filter(({ name }) => name === 'rollAgentHour')).toHaveLength(2);
    await expect(new TestAgent(agentId).report(api.project.run(T0), {})).rejects.toMatchObject({
      refusal: { reason: 'deleted' },
    });
    expect((await api.call(admin, 'DELETE', `/agents/${agentId}`)).status).toBe(404);
  });

  test('in parallel while it reports: it is deleted, and its assignments move once', async () => {
    const { agentId, user, endpointId } = await newActiveAgent();
    await putAgent(api, 'spare', 'tw');
    const deletion = () => api.call(admin, 'DELETE', `/agents/${agentId}`);
    const report = new TestAgent(agentId, 'another-spool').report(api.project.run(api.clock.nowMs), {
      ownerId: user.uid,
      down: [endpointId],
    });
    const [answers] = await Promise.all([Promise.all([deletion(), deletion(), deletion()]), report.catch(() => {})]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 404)).toContain(200);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    await drain(api.project.run(T0), agentId);
    const { agent, agentState, command, assignment } = stored(api);
    expect([await agent(agentId), await agentState(agentId), await command(agentId)]).toEqual([null, null, null]);
    expect(await assignment('tw', user.uid)).toMatchObject({ agentId: 'spare', generation: 2 });
  });

  test.each([
    ['with late checks', {}],
    ['of its previous device, if the new one has not reported yet,', { lastReportAt: null }],
  ])('the hours %s are rolled up', async (_, changes) => {
    const { agentId } = await newActiveAgent();
    const marked = T0 - 5 * HOUR_MS;
    const { db } = api.project.run(T0);
    await agents.ref(db, agentId).set(agents.toUpdate(changes), { merge: true });
    const dirtyHours = { [marked]: { agentSeq: 2, leaseUntil: null } };
    await agentStates.ref(db, agentId).update(agentStates.toUpdate({ dirtyHours, dirtyAt: T0 }));
    await api.call(admin, 'DELETE', `/agents/${agentId}`);
    await drain(api.project.run(T0), agentId);
    expect(api.project.queue.waiting).toContainEqual({ name: 'rollAgentHour', input: { agentId, hourAt: marked } });
  });

  test.each([
    { rule: 'since the last roll-up', rolledHours: [T0 - 5 * HOUR_MS, T0 - 4 * HOUR_MS], hours: [-3, -2, -1, 0] },
    { rule: 'since its creation if there was none', rolledHours: [], hours: [-6, -5, -4, -3, -2, -1, 0] },
  ])('hours not rolled up yet are rolled up: $rule', async ({ rolledHours, hours }) => {
    const { agentId } = await newActiveAgent();
    const { db } = api.project.run(T0);
    await agents.ref(db, agentId).update(agents.toUpdate({ createdAt: T0 - 6 * HOUR_MS + 1 }));
    await agentStates.ref(db, agentId).update(agentStates.toUpdate({ rolledHours }));
    await api.call(admin, 'DELETE', `/agents/${agentId}`);
    await drain(api.project.run(T0), agentId);
    const enqueued = api.project.queue.waiting.flatMap(({ input }) =>
      'hourAt' in input && input.agentId === agentId ? [(input.hourAt - hourStart(T0)) / HOUR_MS] : [],
    );
    expect(enqueued.sort((a, b) => a - b)).toEqual(hours);
  });

  test('without another agent its assignments wait and its endpoints are unknown', async () => {
    const { agentId, user, endpointId } = await newActiveAgent();
    await api.call(admin, 'DELETE', `/agents/${agentId}`);
    await drain(api.project.run(T0), agentId);
    expect(await stored(api).assignment('tw', user.uid)).toMatchObject({ agentId: null, live: false });
    expect(await stored(api).endpoint(endpointId)).toMatchObject({ status: 'unknown' });
  });
});

test('GET /agents/available-locations counts active agents of all admins', async () => {
  await putAgent(api, 'a', 'tw');
  await putAgent(api, 'b', 'tw');
  await putAgent(api, 'stale', 'tw', { agent: { lastReportAt: T0 - 5 * 60_000 } });
  await putAgent(api, 'out', 'th', { agent: { registered: false } });
  expect((await api.call(await api.user(), 'GET', '/agents/available-locations')).body).toEqual([
    { countryCode: 'tw', countryName: 'Taiwan', agentCount: 2 },
    { countryCode: 'th', countryName: 'Thailand', agentCount: 0 },
    { countryCode: 'bd', countryName: 'Bangladesh', agentCount: 0 },
  ]);
});
