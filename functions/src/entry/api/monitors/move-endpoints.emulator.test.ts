import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { CHECK_SECRETS_ID } from '@farwatch/core/documents/check-secrets';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSecrets } from '../../../platform/db/collections.ts';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, detailOf, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { TestAgent } from '../../../testing/test-agent.ts';

let api: TestApi;
let user: TestUser;
let agent: TestAgent;
let shop: MonitorDetail;
let blog: MonitorDetail;
const CHECK = { auth: { type: 'bearer', token: 'sesame-1234567890' } };

beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  agent = new TestAgent('agentTw');
  await putAgent(api, 'agentTw', 'tw', { state: { spool: null, seq: 0 } });
  await putAgent(api, 'agentTh', 'th');
  const body = monitorBody(['a', 'b'], ['tw'], 'Shop');
  const endpoints = body.endpoints.map((each) => ({ ...each, check: CHECK }));
  shop = detailOf(await api.call(user, 'POST', '/monitors', { ...body, endpoints }));
  blog = await createMonitor(api, user, monitorBody(['c'], ['tw', 'th'], 'Blog'));
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

const move = (endpointIds: string[], targetId = blog.id) =>
  api.call(user, 'POST', `/monitors/${shop.id}/endpoints/move`, { endpointIds, targetId });
const read = async (id: string) => detailOf(await api.call(user, 'GET', `/monitors/${id}`));

test('a moved endpoint keeps its id, check and history; its votes and incident end, and the new locations decide', async () => {
  const [a, c] = [idOf(shop, 'a'), idOf(blog, 'c')];
  await reportAndDrain(api, agent, user, { up: [a, c] });
  api.clock.nowMs += MINUTE_MS;
  await reportAndDrain(api, agent, user, { down: [a] });
  const { endpoint, incident, assignment, monitor } = stored(api);
  const incidentId = (await endpoint(a))?.openIncidentId ?? '';
  expect(incidentId).not.toBe('');
  api.clock.nowMs += MINUTE_MS;
  expect(await move([a])).toMatchObject({ status: 200 });
  expect((await read(shop.id)).endpoints.map(({ id }) => id)).toEqual([idOf(shop, 'b')]);
  expect((await read(blog.id)).endpoints).toMatchObject([{ id: c }, { id: a, check: shop.endpoints[0]?.check }]);
  expect(await endpoint(a)).toMatchObject({ monitorId: blog.id, status: 'pending', votes: {}, openIncidentId: null });
  expect(await incident(incidentId)).toMatchObject({ status: 'resolved', monitorId: shop.id });
  const past = (await monitor(blog.id))?.transitions.filter((each) => each.endpoint === a);
  expect(past?.map(({ from, to }) => [from, to])).toEqual([
    ['pending', 'up'],
    ['up', 'down'],
    ['down', 'pending'],
  ]);
  for (const location of ['tw', 'th'] as const) {
    const assigned = (await assignment(location, user.uid))?.endpoints[a];
    expect(assigned).toMatchObject({ monitorId: blog.id, group: 'Blog', rev: 1, check: CHECK });
  }
  const { db } = api.project.run(api.clock.nowMs);
  expect(checkSecrets.read(await checkSecrets.ref(db, CHECK_SECRETS_ID, a).get())).toMatchObject({ check: CHECK });
  expect(await move([a])).toMatchObject({ status: 200 });
  expect((await endpoint(a))?.rev).toBe(1);
  await api.runRemovals();
  await reportAndDrain(api, agent, user, { up: [a], rev: 1 });
  expect(await endpoint(a)).toMatchObject({ votes: { tw: { up: true } } });
});

test('the last endpoint of a monitor is moved, and the account may be full', async () => {
  await api.project.run(0).db.doc(`users/${user.uid}`).update({ maxEndpoints: 3 });
  expect(await move([idOf(shop, 'a'), idOf(shop, 'b')])).toMatchObject({ status: 200 });
  expect((await read(shop.id)).endpoints).toEqual([]);
  expect((await read(blog.id)).totalEndpoints).toBe(3);
  const limits = await api.call(user, 'GET', '/monitors/endpoint-limits');
  expect(limits.body).toMatchObject({ limits: { current: 3 } });
});

test('what cannot be moved stays, all of it', async () => {
  const twin = await createMonitor(api, user, monitorBody(['b'], ['tw'], 'Twin'));
  const [a, b] = [idOf(shop, 'a'), idOf(shop, 'b')];
  const stranger = await createMonitor(api, await api.user(), monitorBody(['z']));
  const refused: [ids: string[], targetId: string, answer: object][] = [
    [[a, b], twin.id, { status: 400, body: { code: 'invalid', details: [{ path: 'endpointIds' }] } }],
    [[a], shop.id, { status: 400, body: { code: 'invalid', details: [{ path: 'targetId' }] } }],
    [[a, 'other'], blog.id, { status: 404 }],
    [[a], 'other', { status: 404 }],
    [[a], stranger.id, { status: 404 }],
  ];
  for (const [ids, targetId, answer] of refused) expect(await move(ids, targetId)).toMatchObject(answer);
  expect((await read(shop.id)).endpoints.map(({ id }) => id)).toEqual([a, b]);
});
