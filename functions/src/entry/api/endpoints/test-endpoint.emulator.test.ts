import type { Checks, EndpointHistory } from '@farwatch/core/contracts/api/endpoints';
import type { TestRequested } from '@farwatch/core/contracts/api/monitors';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';

const COUNTRIES = ['tw', 'th'] as const;
const iso = (atMs: number) => new Date(atMs).toISOString();

let api: TestApi;
let user: TestUser;
let agents: TestAgent[];
let monitorId: string;
let endpointId: string;
let otherId: string;

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  agents = COUNTRIES.map((location) => new TestAgent(`${location}1`));
  for (const location of COUNTRIES) await putAgent(api, `${location}1`, location, { state: { spool: null, seq: 0 } });
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw', 'th', 'bd']));
  monitorId = monitor.id;
  [endpointId, otherId] = [idOf(monitor, 'a'), idOf(monitor, 'b')];
  await seeAll();
});
afterAll(() => api.close());

async function seeAll(): Promise<void> {
  for (const agent of agents) await reportAndDrain(api, agent, user, { up: [endpointId, otherId] });
}

async function requestTest(): Promise<TestRequested> {
  const answer = await api.call(user, 'POST', `/endpoints/${endpointId}/test`, {});
  expect(answer.status).toBe(200);
  return answer.body as TestRequested;
}

async function hours(query = ''): Promise<number> {
  const answer = await api.call(user, 'GET', `/endpoints/${endpointId}/history${query}`);
  expect(answer.status).toBe(200);
  return (answer.body as EndpointHistory).reduce((sum, { count }) => sum + count, 0);
}

async function checks(query = ''): Promise<Checks['data']> {
  const answer = await api.call(user, 'GET', `/endpoints/${endpointId}/checks${query}`);
  expect(answer.status).toBe(200);
  return (answer.body as Checks).data;
}

describe('POST /endpoints/{id}/test', () => {
  test('commands the agents of its locations to check it alone, and returns the time', async () => {
    api.clock.nowMs = T0 + MINUTE_MS;
    const requestedAt = iso(api.clock.nowMs);
    expect(await requestTest()).toEqual({ success: true, locations: ['tw', 'th'], requestedAt, checkedJustNow: [] });
    for (const location of COUNTRIES) {
      const command = await stored(api).command(`${location}1`);
      expect(command?.checkNow).toEqual({ [endpointId]: api.clock.nowMs });
    }
  });

  test('reports that no agent is there', async () => {
    const alone = idOf(await createMonitor(api, user, monitorBody(['alone'], ['bd'])), 'alone');
    const answer = await api.call(user, 'POST', `/endpoints/${alone}/test`);
    expect(answer.body).toMatchObject({ success: false, locations: [] });
  });

  test('again within two seconds writes nothing and returns the first time, then is refused for half a minute', async () => {
    const requestedAt = iso(api.clock.nowMs);
    const cost = async () => {
      await resetProxy();
      const answer = await requestTest();
      return { answer, writes: (await readProxyCounts()).writes };
    };
    api.clock.nowMs += 1_999;
    const previous = { success: true, locations: ['tw', 'th'], requestedAt, checkedJustNow: [] };
    expect(await cost()).toEqual({ answer: previous, writes: 0 });
    api.clock.nowMs += 1;
    await resetProxy();
    expect((await api.call(user, 'POST', `/endpoints/${endpointId}/test`)).body).toEqual({
      error: 'Checked just now, and nothing has changed since. Try again in 28 s',
      code: 'checked_just_now',
      retryAfter: 28,
    });
    expect((await readProxyCounts()).writes).toBe(0);
    api.clock.nowMs += 28 * SECOND_MS;
    const again = { ...previous, requestedAt: iso(api.clock.nowMs) };
    expect(await cost()).toEqual({ answer: again, writes: COUNTRIES.length });
  });

  test('of a monitor just requested in part, requests the rest', async () => {
    const requestedAt = iso(api.clock.nowMs);
    api.clock.nowMs += SECOND_MS;
    const { body } = await api.call(user, 'POST', `/monitors/${monitorId}/test`);
    expect(body).toEqual({ success: true, locations: ['tw', 'th'], requestedAt, checkedJustNow: [] });
    const checkNow = { [endpointId]: api.clock.nowMs - SECOND_MS, [otherId]: api.clock.nowMs };
    expect((await stored(api).command('tw1'))?.checkNow).toMatchObject(checkNow);
  });

  test('never omits a resulting check that the caller has already seen', async () => {
    const { requestedAt } = await requestTest();
    const [first, second] = agents;
    const before = await hours();
    const knowing = (known: number) => `?known=${known}&knownSince=${requestedAt}`;
    for (const [index, agent] of [first, second].entries()) {
      // A page polls every two seconds.
      api.clock.nowMs += 2 * SECOND_MS;
      if (agent) await reportAndDrain(api, agent, user, { up: [endpointId] });
      const seen = index + 1;
      const found = await Promise.all([hours(knowing(seen)), checks(knowing(seen).replace('?', '?userTimezone=UTC&'))]);
      expect([found[0], found[1].length]).toEqual([before + seen, before + seen]);
    }
    await resetProxy();
    expect(await hours(knowing(2))).toBe(before + 2);
    expect((await readProxyCounts()).reads).toBeLessThanOrEqual(1);
  });
});

test('after a status change the answer has the checks that led to it', async () => {
  const before = (await checks()).length;
  api.clock.nowMs += SECOND_MS;
  for (const agent of agents) await reportAndDrain(api, agent, user, { down: [endpointId] });
  expect(await checks()).toHaveLength(before + COUNTRIES.length);
  api.clock.nowMs += SECOND_MS;
  await seeAll();
  expect(await checks()).toHaveLength(before + 2 * COUNTRIES.length);
});

describe('GET /endpoints/{id}/checks?since', () => {
  test('answers the checks since then, uncached, from few documents', async () => {
    api.clock.nowMs = T0 + HOUR_MS + 5 * MINUTE_MS;
    const { requestedAt } = await requestTest();
    const since = `?since=${requestedAt}`;
    expect(await checks(since)).toEqual([]);
    api.clock.nowMs += SECOND_MS;
    await seeAll();
    await resetProxy();
    const found = await checks(since);
    expect(found.map(({ location, success, error }) => [location, success, error]).sort()).toEqual([
      ['th', true, null],
      ['tw', true, null],
    ]);
    expect((await readProxyCounts()).reads).toBeLessThanOrEqual(1 + 3 + COUNTRIES.length);
    expect(await checks(`?since=${iso(api.clock.nowMs + 1)}`)).toEqual([]);
  });

  test('goes back at most ten minutes', async () => {
    expect((await checks()).length).toBeGreaterThan(COUNTRIES.length);
    expect(await checks(`?since=${iso(T0)}`)).toHaveLength(COUNTRIES.length);
  });
});
