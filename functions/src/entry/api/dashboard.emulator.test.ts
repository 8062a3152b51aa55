import type { BatchMetrics, DashboardSummary } from '@farwatch/core/contracts/api/dashboard';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';

let api: TestApi;
let user: TestUser;
let ids: { a: string; b: string; quiet: string };

beforeAll(async () => {
  api = await newTestApi();
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
  await putAgent(api, 'th1', 'th', { state: { spool: null, seq: 0 } });
  user = await api.user();
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b', 'quiet'], ['tw', 'th']));
  ids = { a: idOf(monitor, 'a'), b: idOf(monitor, 'b'), quiet: idOf(monitor, 'quiet') };
  const [tw, th] = [new TestAgent('tw1'), new TestAgent('th1')];
  await reportAndDrain(api, tw, user, { up: [ids.a] });
  api.clock.nowMs = T0 + 50 * MINUTE_MS;
  await reportAndDrain(api, tw, user, { up: [ids.a], down: [ids.b] });
  api.clock.nowMs = T0 + 55 * MINUTE_MS;
  await reportAndDrain(api, th, user, { up: [ids.a] });
});
afterAll(() => api.close());

const iso = (afterMs: number) => new Date(T0 + afterMs).toISOString();

async function metrics(query: string, by = user): Promise<BatchMetrics> {
  return (await api.call(by, 'GET', `/endpoints/batch/metrics?endpointIds=${query}`)).body as BatchMetrics;
}

describe('GET /dashboard/summary', () => {
  test('summarizes the caller’s monitors', async () => {
    const { body } = await api.call(user, 'GET', '/dashboard/summary');
    expect(body as DashboardSummary).toMatchObject({
      incidentStatus: { up: 1, down: 1 },
      totalMonitors: 1,
      totalEndpoints: 3,
      monitorStatus: { monitorsDown: 1, monitorsUp: 0 },
      last24Hours: { monitorsDown: 1 },
      monitorInterval: { mins: 10, lastCheck: iso(55 * MINUTE_MS) },
    });
  });

  test('is empty for a new user, and creates no document', async () => {
    const other = await api.user();
    expect((await api.call(other, 'GET', '/dashboard/summary')).body).toMatchObject({
      totalMonitors: 0,
      monitorInterval: { mins: 10, lastCheck: null },
    });
    const { db } = api.project.run(T0);
    expect((await db.doc(`users/${other.uid}`).get()).exists).toBe(false);
  });
});

describe('GET /endpoints/batch/metrics', () => {
  test('averages successful checks of the last hour and has the newest check; null without data', async () => {
    expect(await metrics(`${ids.a},${ids.b},${ids.quiet}`)).toEqual({
      [ids.a]: {
        avgResponseTime: 120,
        lastCheckAt: iso(55 * MINUTE_MS),
        latest: {
          tw: { at: iso(50 * MINUTE_MS), success: true },
          th: { at: iso(55 * MINUTE_MS), success: true },
        },
      },
      [ids.b]: {
        avgResponseTime: null,
        lastCheckAt: iso(50 * MINUTE_MS),
        latest: { tw: { at: iso(50 * MINUTE_MS), success: false } },
      },
      [ids.quiet]: { avgResponseTime: null, lastCheckAt: null, latest: {} },
    });
  });

  test('omits other owners’ endpoints', async () => {
    expect(Object.keys(await metrics(`${ids.a},unknown`))).toEqual([ids.a]);
    expect(await metrics(ids.a, await api.user())).toEqual({});
    expect(await metrics('')).toEqual({});
  });

  test('ignores checks older than an hour', async () => {
    const then = api.clock.nowMs;
    api.clock.nowMs = T0 + 2 * HOUR_MS;
    expect(await metrics(ids.a)).toEqual({
      [ids.a]: { avgResponseTime: null, lastCheckAt: iso(55 * MINUTE_MS), latest: {} },
    });
    api.clock.nowMs = then;
  });

  test.each([
    [
      '500 ids',
      Array(500)
        .fill('x')
        .map((each, index) => `${each}${index}`)
        .join(','),
      200,
    ],
    [
      '501 ids',
      Array(501)
        .fill('x')
        .map((each, index) => `${each}${index}`)
        .join(','),
      400,
    ],
    ['no id at all', 'a/b', 400],
  ])('%s', async (_, query, status) => {
    expect((await api.call(user, 'GET', `/endpoints/batch/metrics?endpointIds=${query}`)).status).toBe(status);
  });

  test('needs its query', async () => {
    expect(await api.call(user, 'GET', '/endpoints/batch/metrics')).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
  });
});

test('GET /monitors/{id} has each endpoint’s last check, and the average', async () => {
  const [entry] = (await api.call(user, 'GET', '/monitors')).body as {
    id: string;
    speed: unknown;
    endpoints: unknown[];
  }[];
  expect(entry?.speed).toEqual({ average: 120, unit: 'ms' });
  const detail = (await api.call(user, 'GET', `/monitors/${entry?.id}`)).body;
  expect(detail).toMatchObject({
    endpoints: expect.arrayContaining([
      expect.objectContaining({ id: ids.a, currentStatus: 'up', lastCheckAt: iso(55 * MINUTE_MS), description: '' }),
      expect.objectContaining({ id: ids.quiet, currentStatus: 'pending', lastCheckAt: null }),
    ]),
  });
});
