import { MINUTE_MS } from '@farwatch/core/values/time';
import { FieldValue } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { makeKey, program } from '../../testing/api/keys.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';

const MONITORS = 5;
const ENDPOINTS = 30;

let api: TestApi;
let user: TestUser;
let ids: string[];

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  const agents = { tw: new TestAgent('tw1'), th: new TestAgent('th1'), bd: new TestAgent('bd1') };
  for (const location of ['tw', 'th', 'bd'] as const) {
    await putAgent(api, `${location}1`, location, { state: { spool: null, seq: 0 } });
  }
  const hosts = Array.from({ length: ENDPOINTS }, (_, index) => `h${index}`);
  for (let count = 0; count < MONITORS; count += 1) {
    const monitor = await createMonitor(api, user, monitorBody(hosts, ['tw', 'th', 'bd'], `Shop ${count}`));
    ids = monitor.endpoints.map(({ id }) => id);
  }
  for (let minute = 0; minute <= 60; minute += 10) {
    api.clock.nowMs = T0 + minute * MINUTE_MS;
    for (const agent of Object.values(agents)) await reportAndDrain(api, agent, user, { up: ids });
  }
});
afterAll(() => api.close());

/** Documents read and written for these requests together. */
async function costOf(...paths: string[]): Promise<{ reads: number; writes: number }> {
  await resetProxy();
  for (const path of paths) expect((await api.call(user, 'GET', path)).status).toBe(200);
  const { reads, writes } = await readProxyCounts();
  return { reads, writes };
}

describe('documents read', () => {
  test('the dashboard’s first load: at most two for each monitor and ten, including its listener', async () => {
    const { reads, writes } = await costOf('/me', '/dashboard/summary', '/monitors/endpoint-limits');
    expect(reads + MONITORS).toBeLessThanOrEqual(2 * MONITORS + 10);
    expect(writes).toBe(0);
  });

  test('the dashboard’s summary writes nothing, even if the profile lacks a field', async () => {
    const profile = api.project.run(T0).db.doc(`users/${user.uid}`);
    await profile.update({ alertsOn: FieldValue.delete() });
    api.clock.nowMs += 3000;
    expect((await costOf('/dashboard/summary')).writes).toBe(0);
    await profile.update({ alertsOn: false });
  });

  test('metrics of many endpoints: at most 27, however many checks there are', async () => {
    expect((await costOf(`/endpoints/batch/metrics?endpointIds=${ids.join(',')}`)).reads).toBeLessThanOrEqual(27);
  });

  test('the list of monitors: one each and seven', async () => {
    expect((await costOf('/monitors')).reads).toBeLessThanOrEqual(MONITORS + 7);
  });

  test('available locations: one each', async () => {
    expect((await costOf('/agents/available-locations')).reads).toBeLessThanOrEqual(3);
  });
});

describe.each([
  ['/dashboard/summary'],
  ['/monitors/endpoint-limits'],
  ['/agents/available-locations'],
  ['/endpoints/batch/metrics?endpointIds=x'],
])('%s, which many screens poll', (path) => {
  const reads = async () => (await costOf(path)).reads;

  test('is read once in three seconds', async () => {
    api.clock.nowMs += 3000;
    expect(await reads()).toBeGreaterThan(0);
    api.clock.nowMs += 2999;
    expect(await reads()).toBe(0);
    api.clock.nowMs += 1;
    expect(await reads()).toBeGreaterThan(0);
  });

  test('is read again after its caller’s own write', async () => {
    expect(await reads()).toBe(0);
    expect((await api.call(user, 'PUT', '/me', { language: 'cn' })).status).toBe(200);
    expect(await reads()).toBeGreaterThan(0);
  });

  test('is not shared with another caller', async () => {
    expect(await reads()).toBe(0);
    const other = await api.user();
    expect((await api.call(other, 'GET', path)).status).toBe(200);
    expect((await readProxyCounts()).reads).toBeGreaterThan(0);
  });
});

test('limits are current after the caller’s own write', async () => {
  const current = async () => (await api.call(user, 'GET', '/monitors/endpoint-limits')).body;
  expect(await current()).toMatchObject({ limits: { current: MONITORS * ENDPOINTS } });
  await createMonitor(api, user, monitorBody(['one-more']));
  expect(await current()).toMatchObject({ limits: { current: MONITORS * ENDPOINTS + 1 } });
});

// The costs of a day of calls are in docs/measured.md.
test('a program’s call costs its key and two reads for each monitor, an edit two writes', async () => {
  const caller = program(user, (await makeKey(api, user, 'write')).key);
  const { body } = await api.call(user, 'GET', '/monitors');
  const [monitor] = body as { id: string }[];
  const costBy = async (method: string, path: string, input?: object) => {
    // Later than an answer is cached.
    api.clock.nowMs += 9000;
    await resetProxy();
    expect((await api.call(caller, method, path, input)).status).toBe(200);
    const { reads, writes } = await readProxyCounts();
    return { reads, writes };
  };
  const list = () => costBy('GET', '/monitors');
  const edit = () => costBy('POST', `/monitors/${monitor?.id}/change`, { addTags: [`t${api.clock.nowMs}`] });
  // The first call of an hour stores when the key was used.
  expect(await list()).toEqual({ reads: 2 * MONITORS + 4, writes: 1 });
  expect(await list()).toEqual({ reads: 2 * MONITORS + 4, writes: 0 });
  expect(await edit()).toEqual({ reads: 20, writes: 2 });
});
