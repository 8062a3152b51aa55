import type { Checks, EndpointHistory } from '@farwatch/core/contracts/api/endpoints';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';
import { rollAgentHour } from '../../tasks/roll-agent-hour.ts';

const COUNTRIES = ['tw', 'th', 'bd'] as const;
const iso = (minutes: number) => new Date(T0 + minutes * MINUTE_MS).toISOString();

let api: TestApi;
let user: TestUser;
let a: string;
let fresh: string;

/** Checked at 5, 30, 50, 65 and 115 minutes at all locations; down in tw and th from 30 to 50. Rolled up at 65. */
beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  const agents = COUNTRIES.map((location) => new TestAgent(`${location}1`));
  // The agent in Bangladesh reports no phases.
  for (const agent of agents.slice(2)) agent.phases = null;
  for (const location of COUNTRIES) await putAgent(api, `${location}1`, location, { state: { spool: null, seq: 0 } });
  a = idOf(await createMonitor(api, user, monitorBody(['a'], [...COUNTRIES])), 'a');
  fresh = idOf(await createMonitor(api, user, monitorBody(['fresh'], ['bd'])), 'fresh');
  const seeAll = async (minute: number, isDown: boolean) => {
    api.clock.nowMs = T0 + minute * MINUTE_MS;
    for (const [index, agent] of agents.entries())
      await reportAndDrain(api, agent, user, { [isDown && index < 2 ? 'down' : 'up']: [a] });
  };
  for (const minute of [5, 30, 50]) await seeAll(minute, minute === 30);
  await seeAll(65, false);
  for (const { id } of agents) await rollAgentHour(api.project.run(api.clock.nowMs), { agentId: id, hourAt: T0 });
  await seeAll(115, false);
});
afterAll(() => api.close());

const get = async <T>(path: string) => {
  const answer = await api.call(user, 'GET', `/endpoints/${path}`);
  expect(answer.status).toBe(200);
  return answer.body as T;
};

describe('an endpoint', () => {
  test('has its monitor’s name and last check', async () => {
    expect(await get(a)).toMatchObject({
      id: a,
      groupName: 'Shop',
      locations: ['tw', 'th', 'bd'],
      currentStatus: 'up',
      lastCheckAt: iso(115),
      statusSince: iso(50),
    });
    expect(await get(fresh)).toMatchObject({ currentStatus: 'pending', lastCheckAt: null, availability: 100 });
  });

  test('has its checks, newest first, including the current hour', async () => {
    const { data } = await get<Checks>(`${a}/checks?userTimezone=Asia/Taipei`);
    expect(data).toHaveLength(15);
    expect([...new Set(data.map((each) => each.checkTime))]).toEqual([115, 65, 50, 30, 5].map(iso));
    const failed = data.filter((each) => !each.success);
    expect(failed.map(({ location }) => location).sort()).toEqual(['th', 'tw']);
    expect(failed[0]).toMatchObject({
      checkTime: iso(30),
      responseTime: 120,
      statusCode: 503,
      errorMessage: 'The server answered with status 503',
    });
    expect(data[0]).toMatchObject({ success: true, statusCode: 200, errorMessage: null });
  });

  test('has phases from windows and hours, and none if the agent sent none', async () => {
    const { data } = await get<Checks>(`${a}/checks`);
    const phases = { dnsMs: 3, connectMs: 12, tlsMs: 20, firstByteMs: 80, bodyMs: 5 };
    for (const minute of [115, 5]) {
      const newest = data.filter((each) => each.checkTime === iso(minute));
      expect(new Map(newest.map((each) => [each.location, each.phases]))).toEqual(
        new Map([
          ['tw', phases],
          ['th', phases],
          ['bd', null],
        ]),
      );
    }
  });

  test('has metrics by hour and location', async () => {
    const hours = await get<EndpointHistory>(`${a}/history`);
    const stats = { medianMs: 120, successAverageMs: 120 };
    expect(hours.at(-1)).toMatchObject({ date: iso(60), count: 6, failures: 0, ...stats, failureAverageMs: null });
    expect(hours.at(-2)).toMatchObject({ date: iso(0), count: 9, failures: 2, ...stats, failureAverageMs: 120 });
    expect(hours.at(-2)?.locations).toMatchObject([
      { location: 'tw', count: 3, failures: 1 },
      { location: 'th', count: 3, failures: 1 },
      { location: 'bd', count: 3, failures: 0 },
    ]);
    expect(hours.at(-3)).toMatchObject({ count: 0, medianMs: null, locations: [] });
  });

  test('has its availability and status history', async () => {
    const { metrics } = await get<{ metrics: Record<string, number> }>(`${a}/availability`);
    expect(metrics).toMatchObject({ totalDowntimeMs: 20 * MINUTE_MS, availabilityPercentage: 81.81 });
    // The five minutes before its first status count as neither known nor unknown.
    expect(metrics.coverage).toBe(1);
    const change = (previousStatus: string, newStatus: string, at: number, minutes: number) => {
      return { changedAt: iso(at), previousStatus, newStatus, durationSeconds: minutes * 60, slow: false };
    };
    const changes = [change('down', 'up', 50, 20), change('up', 'down', 30, 25), change('pending', 'up', 5, 5)];
    expect(await get(`${a}/status-history`)).toEqual({ data: changes });
    expect(await get(`${a}/status-history?limit=1`)).toEqual({ data: changes.slice(0, 1) });
  });

  test('has empty data if never checked', async () => {
    expect(await get(`${fresh}/checks`)).toEqual({ data: [] });
    expect(await get(`${fresh}/status-history`)).toEqual({ data: [] });
    expect((await get<EndpointHistory>(`${fresh}/history`)).every(({ count }) => count === 0)).toBe(true);
    const metrics = { availabilityPercentage: 100, totalDowntimeMs: 0, coverage: 0 };
    expect(await get(`${fresh}/availability`)).toEqual({ metrics });
  });
});

describe.each([12 * 60 + 55, 12 * 60 + 9])('%i minutes later', (minute) => {
  test('a page reads at most 24 documents for each location and 30 more, including the listener’s', async () => {
    api.clock.nowMs = T0 + minute * MINUTE_MS;
    await resetProxy();
    await Promise.all(['history', 'checks', 'availability'].map((part) => get(`${a}/${part}`)));
    const { reads, writes } = await readProxyCounts();
    expect(reads + 1).toBeLessThanOrEqual(24 * COUNTRIES.length + 30);
    expect(reads).toBeGreaterThan(24 * COUNTRIES.length);
    expect(writes).toBe(0);
  });
});

test('an hour that just ended is answered once, before and after its roll-up', async () => {
  const at = (minute: number) => {
    api.clock.nowMs = T0 + minute * MINUTE_MS;
  };
  const counts = async () => (await get<EndpointHistory>(`${a}/history`)).map(({ count }) => count).filter(Boolean);
  at(122);
  expect(await counts()).toEqual([9, 6]);
  for (const location of COUNTRIES)
    await rollAgentHour(api.project.run(api.clock.nowMs), { agentId: `${location}1`, hourAt: T0 + HOUR_MS });
  at(123);
  expect(await counts()).toEqual([9, 6]);
  at(24 * 60 + 40);
  expect(await counts()).toEqual([6]);
  expect((await get<Checks>(`${a}/checks`)).data).toHaveLength(9);
});
