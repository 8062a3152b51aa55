import type { TestRequested } from '@farwatch/core/contracts/api/monitors';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestCheckByOwner } from '../../domain/agents/commands.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent, stored } from '../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { TestAgent } from '../../testing/test-agent.ts';

let api: TestApi;
let user: TestUser;
let monitorId: string;
let ids: { a: string; b: string };
const agents = { tw: new TestAgent('tw1'), th: new TestAgent('th1') };

beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  for (const location of ['tw', 'th'] as const) {
    agents[location] = new TestAgent(`${location}1`);
    await putAgent(api, `${location}1`, location, { state: { spool: null, seq: 0 } });
  }
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw', 'th']));
  monitorId = monitor.id;
  ids = { a: idOf(monitor, 'a'), b: idOf(monitor, 'b') };
  for (const agent of Object.values(agents)) await reportAndDrain(api, agent, user, { up: Object.values(ids) });
  later(MINUTE_MS);
});
afterEach(() => api.close());

const later = (ms: number) => {
  api.clock.nowMs += ms;
};
const iso = () => new Date(api.clock.nowMs).toISOString();
const testEndpoint = (id: string, who = user) => api.call(who, 'POST', `/endpoints/${id}/test`);
const testMonitor = () => api.call(user, 'POST', `/monitors/${monitorId}/test`);
const refusedFor = (retryAfter: number, code = 'checked_just_now') => ({ status: 429, body: { code, retryAfter } });

test('a changed vote or status allows another request and restarts the wait', async () => {
  expect((await testEndpoint(ids.a)).status).toBe(200);
  later(4 * SECOND_MS);
  expect(await testEndpoint(ids.a)).toMatchObject(refusedFor(26));
  // Down at one of two locations: the status stays.
  await reportAndDrain(api, agents.tw, user, { down: [ids.a] });
  later(2 * SECOND_MS);
  expect(await stored(api).endpoint(ids.a)).toMatchObject({ status: 'up' });
  expect(await testEndpoint(ids.a)).toMatchObject({
    status: 200,
    body: { requestedAt: iso(), locations: ['tw', 'th'] },
  });
  later(3 * SECOND_MS);
  expect(await testEndpoint(ids.a)).toMatchObject(refusedFor(27));
  await reportAndDrain(api, agents.th, user, { down: [ids.a] });
  later(2 * SECOND_MS);
  expect(await stored(api).endpoint(ids.a)).toMatchObject({ status: 'down' });
  expect(await testMonitor()).toMatchObject({ status: 200, body: { checkedJustNow: [] } });
});

test('a refusal has the time to retry, also in its header', async () => {
  await testEndpoint(ids.a);
  later(29_500);
  const refused = await testEndpoint(ids.a);
  expect(refused).toMatchObject(refusedFor(1));
  expect(refused.headers.get('retry-after')).toBe('1');
  later(500);
  expect((await testEndpoint(ids.a)).status).toBe(200);
});

test('tests a monitor’s other endpoints, and refuses once none is left', async () => {
  await testEndpoint(ids.a);
  later(10 * SECOND_MS);
  const answer = (await testMonitor()).body as TestRequested;
  expect(answer).toEqual({ success: true, locations: ['tw', 'th'], requestedAt: iso(), checkedJustNow: [ids.a] });
  expect((await stored(api).command('tw1'))?.checkNow).toEqual({
    [ids.a]: api.clock.nowMs - 10 * SECOND_MS,
    [ids.b]: api.clock.nowMs,
  });
  later(5 * SECOND_MS);
  expect(await testMonitor()).toMatchObject(refusedFor(15));
  expect(await testEndpoint(ids.b)).toMatchObject(refusedFor(25));
});

test('an owner’s budget applies to parallel requests, and each owner has a separate one', async () => {
  const run = () => api.project.run(api.clock.nowMs);
  const many = Array.from({ length: 8 }, (_, part) =>
    Array.from({ length: 30 }, (_each, index) => [`e${part}-${index}`, 'up'] as const),
  );
  const decisions = await Promise.all(
    many.map((part) =>
      requestCheckByOwner(run(), 'tw1', { ownerId: user.uid, maxEndpoints: 200, endpoints: new Map(part) }),
    ),
  );
  expect(decisions.reduce((sum, decision) => sum + (decision?.endpointIds.length ?? 0), 0)).toBe(200);
  // The owner's budget with the other location's agent is not used up.
  expect(await testEndpoint(ids.a)).toMatchObject({ status: 200, body: { locations: ['th'] } });
  later(2 * SECOND_MS);
  await requestCheckByOwner(run(), 'th1', { ownerId: user.uid, maxEndpoints: 200, endpoints: new Map(many.flat()) });
  await requestCheckByOwner(run(), 'tw1', { ownerId: user.uid, maxEndpoints: 200, endpoints: new Map(many.flat()) });
  expect(await testEndpoint(ids.b)).toMatchObject(refusedFor(1, 'too_many_checks'));
  const other = await api.user();
  const otherId = idOf(await createMonitor(api, other, monitorBody(['other'], ['tw'])), 'other');
  expect((await testEndpoint(otherId, other)).status).toBe(200);
  later(SECOND_MS);
  expect(await testEndpoint(ids.b)).toMatchObject({ status: 200, body: { locations: ['tw', 'th'] } });
});
