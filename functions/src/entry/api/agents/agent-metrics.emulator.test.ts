import type { AgentAvailability, AgentSegments, LocationPerformance } from '@farwatch/core/contracts/api/agent-metrics';
import { HOUR_MS, MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';

const REGISTERED_AT = T0 - 70 * MINUTE_MS;

let api: TestApi;
let admin: TestUser;
let other: TestUser;
let user: TestUser;
let ids: { ok: string; bad: string; fresh: string };

/**
 * Agent tw1 registers at 10:50 and reports at 10:50, 11:00, 11:10 and 12:00. th1 never registers; bd1 has another
 * owner.
 */
beforeAll(async () => {
  api = await newTestApi();
  [admin, other, user] = await Promise.all([api.user({ admin: true }), api.user({ admin: true }), api.user()]);
  const owned = { ownerId: admin.uid };
  const quiet = { registered: false, activatedAt: null, lastReportAt: null };
  await putAgent(api, 'tw1', 'tw', { agent: { ...owned, activatedAt: REGISTERED_AT }, state: { spool: null, seq: 0 } });
  await putAgent(api, 'th1', 'th', { agent: { ...owned, ...quiet } });
  await putAgent(api, 'bd1', 'bd', { agent: { ownerId: other.uid }, state: { spool: null, seq: 0 } });
  const monitor = await createMonitor(api, user, monitorBody(['ok', 'bad', 'fresh']));
  ids = { ok: idOf(monitor, 'ok'), bad: idOf(monitor, 'bad'), fresh: idOf(monitor, 'fresh') };
  const tw1 = new TestAgent('tw1');
  for (const at of [REGISTERED_AT, REGISTERED_AT + WINDOW_MS, REGISTERED_AT + 2 * WINDOW_MS, T0]) {
    api.clock.nowMs = at;
    await reportAndDrain(api, tw1, user, { up: [ids.ok], down: [ids.bad] });
  }
});
afterAll(() => api.close());

async function get<T>(path: string, zone?: string): Promise<T> {
  const { status, body } = await api.call(admin, 'GET', path, undefined, zone ? { 'X-Timezone': zone } : {});
  expect(status).toBe(200);
  return body as T;
}

describe('GET /agents/{id}/endpoints', () => {
  test('has its endpoints with its last check of each', async () => {
    const name = (key: keyof typeof ids) => ({
      id: ids[key],
      name: key,
      url: `https://${key}.farwatch.test/`,
      groupName: 'Shop',
    });
    const checkTime = new Date(T0).toISOString();
    const listed = await get<{ name: string }[]>('/agents/tw1/endpoints');
    expect(listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { ...name('bad'), lastCheckByAgent: { checkTime, success: false } },
      { ...name('fresh'), lastCheckByAgent: null },
      { ...name('ok'), lastCheckByAgent: { checkTime, success: true } },
    ]);
  });

  test('is empty for an agent without assignments', async () => {
    expect(await get('/api/agents/th1/endpoints')).toEqual([]);
  });
});

describe('GET /agents/{id}/stats', () => {
  test('counts its endpoints by their last check', async () => {
    expect(await get('/agents/tw1/stats')).toEqual({
      endpointCount: 3,
      successCount: 1,
      failedCount: 1,
      neverCheckedCount: 1,
      lastCheckAt: new Date(T0).toISOString(),
      todayUptime: 50,
      averageUptime: 50,
    });
  });
});

describe('GET /agents/{id}/availability', () => {
  // 11:00Z is the start of a day at +13:00; 10:50Z, the registration, is on the day before.
  test.each([
    [undefined, [['2026-11-20', 50]]],
    ['Asia/Kolkata', [['2026-11-20', 50]]],
    [
      'Pacific/Tongatapu',
      [
        ['2026-11-20', 100],
        ['2026-11-21', (3 / 7) * 100],
      ],
    ],
    ['America/New_York', [['2026-11-20', 50]]],
  ])('in %s', async (zone, days) => {
    const { todayUptime, averageUptime, dailyAvailability } = await get<AgentAvailability>(
      '/agents/tw1/availability',
      zone,
    );
    const known = dailyAvailability.filter(({ uptime }) => uptime !== null);
    expect(known).toEqual(days.map(([date, uptime]) => ({ date, uptime })));
    expect(dailyAvailability).toHaveLength(30);
    expect([todayUptime, averageUptime]).toEqual([days.at(-1)?.[1], 50]);
  });

  test('is null for an agent that never registered', async () => {
    expect(await get('/agents/th1/availability')).toMatchObject({ todayUptime: null, averageUptime: null });
  });
});

describe('GET /agents/{id}/availability/segments', () => {
  test('the UTC hours of today by default', async () => {
    const { date, hours } = await get<AgentSegments>('/agents/tw1/availability/segments', 'Asia/Tokyo');
    expect(date).toBe('2026-11-20');
    expect(hours.slice(9, 14)).toEqual([
      { hour: 9, segments: [null, null, null, null, null, null], uptime: null },
      { hour: 10, segments: [null, null, null, null, null, true], uptime: 100 },
      { hour: 11, segments: [true, true, false, false, false, false], uptime: (2 / 6) * 100 },
      { hour: 12, segments: [true, null, null, null, null, null], uptime: 100 },
      { hour: 13, segments: [null, null, null, null, null, null], uptime: null },
    ]);
  });

  test.each(['2026-11-19', '2026-11-21', '2000-01-01'])('%s is unknown', async (date) => {
    const answer = await get<AgentSegments>(`/agents/tw1/availability/segments?date=${date}`);
    expect(answer.date).toBe(date);
    expect(answer.hours.every(({ uptime }) => uptime === null)).toBe(true);
  });
});

describe('GET /agents/location-performance', () => {
  test('the latest 24 hours of the locations where the admin has agents', async () => {
    const [tw, th, ...others] = await get<LocationPerformance>('/agents/location-performance');
    expect(others).toEqual([]);
    expect(tw).toMatchObject({ countryCode: 'tw', countryName: 'Taiwan', agentCount: 1, activeAgents: 1 });
    expect(tw?.availability).toBe(50);
    const hour = (at: number, status: string, availability: number) => ({
      status,
      date: '2026-11-20',
      hour: at,
      availability,
      isFuture: false,
    });
    expect(tw?.uptimeSegments.slice(-4)).toEqual([
      null,
      hour(10, 'UP', 100),
      hour(11, 'PARTIAL', (2 / 6) * 100),
      hour(12, 'UP', 100),
    ]);
    expect(th).toMatchObject({ countryCode: 'th', agentCount: 1, activeAgents: 0, availability: null });
    expect(th?.uptimeSegments).toEqual(Array(24).fill(null));
    expect(await get('/agents/location-performance?date=')).toEqual([tw, th]);
  });

  // The zones' hours: New York 5:50 to 7:00, Kolkata 16:20 to 17:30.
  test.each([
    ['America/New_York', { 5: [100, 'UP'], 6: [(2 / 6) * 100, 'PARTIAL'], 7: [100, 'UP'] }, 8],
    ['Asia/Kolkata', { 16: [(3 / 4) * 100, 'PARTIAL'], 17: [(1 / 4) * 100, 'PARTIAL'] }, 18],
  ] as const)('today in %s: past and future hours', async (zone, known, firstFuture) => {
    const [tw] = await get<LocationPerformance>('/agents/location-performance?date=2026-11-20', zone);
    const segments = tw?.uptimeSegments ?? [];
    const past = segments.flatMap((each) => (each && !each.isFuture ? [each] : []));
    expect(Object.fromEntries(past.map((each) => [each.hour, [each.availability, each.status]]))).toEqual(known);
    const future = segments.flatMap((each) => (each?.isFuture ? [each] : []));
    expect(future).toHaveLength(24 - firstFuture);
    expect(future[0]).toEqual({
      status: 'N/A',
      date: '2026-11-20',
      hour: firstFuture,
      availability: null,
      isFuture: true,
    });
  });

  test.each([
    ['2026-03-08', 'America/New_York'],
    ['2026-11-01', 'America/New_York'],
  ])('%s in %s has 24 items like every day', async (date, zone) => {
    const [tw] = await get<LocationPerformance>(`/agents/location-performance?date=${date}`, zone);
    expect(tw?.uptimeSegments).toEqual(Array(24).fill(null));
  });

  test('empty for an admin without agents', async () => {
    const newUser = await api.user({ admin: true });
    expect((await api.call(newUser, 'GET', '/agents/location-performance')).body).toEqual([]);
  });
});

const OF_ONE = ['stats', 'endpoints', 'availability', 'availability/segments'];

describe('refused', () => {
  test.each(OF_ONE)('%s of another admin’s or an unknown agent', async (path) => {
    for (const id of ['bd1', 'missing', 'a.b', '__proto__'])
      expect(await api.call(admin, 'GET', `/agents/${id}/${path}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
  });

  const dates = ['2026-13-01', '2026-02-30', '9999-01-01', '2026-11-23', '__proto__'];
  test.each(dates)('the date %s', async (date) => {
    for (const path of ['tw1/availability/segments', 'location-performance'])
      expect(await api.call(admin, 'GET', `/agents/${path}?date=${date}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid', details: [{ path: 'date' }] },
      });
  });

  test.each(['Mars/Base', '__proto__'])('the zone %s', async (zone) => {
    for (const path of ['tw1/availability', 'tw1/stats', 'location-performance'])
      expect(await api.call(admin, 'GET', `/agents/${path}`, undefined, { 'X-Timezone': zone })).toMatchObject({
        status: 400,
        body: { code: 'invalid', details: [{ path: 'x-timezone' }] },
      });
  });
});

test('an hour later the current hour has moved on', async () => {
  api.clock.nowMs = T0 + HOUR_MS;
  const [tw] = await get<LocationPerformance>('/agents/location-performance');
  expect(tw?.uptimeSegments.at(-1)).toBeNull();
  expect(tw?.uptimeSegments.at(-2)).toMatchObject({ hour: 12, status: 'PARTIAL' });
  expect(tw?.activeAgents).toBe(0);
});
