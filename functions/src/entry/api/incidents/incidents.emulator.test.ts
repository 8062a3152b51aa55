import type { IncidentEntry } from '@farwatch/core/contracts/api/incidents';
import type { Incident, IncidentAction } from '@farwatch/core/documents/incident';
import { incidentSample } from '@farwatch/core/testing/samples';
import { LIMITS } from '@farwatch/core/values/limits';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incidents } from '../../../platform/db/collections.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { T0 } from '../../../testing/test-project.ts';

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await newTestApi();
  user = await api.user();
  const put = (id: string, hoursAgo: number, changes: Partial<Incident> = {}) => {
    const { db } = api.project.run(T0);
    const triggeredAt = T0 - hoursAgo * HOUR_MS;
    return incidents
      .ref(db, id)
      .create(incidents.toDocument(incidentSample({ ownerId: user.uid, triggeredAt, ...changes })));
  };
  const closed = (hoursAgo: number) => ({ status: 'resolved' as const, resolvedAt: T0 - hoursAgo * HOUR_MS });
  await Promise.all([
    put('newest', 1, { locations: ['tw', 'bd'], location: 'bd' }),
    put('closed', 3, closed(2)),
    put('days', 72, { endpoint: { name: 'Login', url: 'https://login.farwatch.test/' }, ...closed(71) }),
    put('weeks', 24 * 20),
    put('months', 24 * 40, { locations: ['th'] }),
    put('past', 24 * 50, closed(24 * 49)),
    put('foreign', 1, { ownerId: 'other' }),
  ]);
});
afterAll(() => api.close());

type Page = { data: IncidentEntry[]; pagination: object };

async function list(query: string): Promise<Page> {
  return (await api.call(user, 'GET', `/incidents${query}`)).body as Page;
}

describe('GET /incidents', () => {
  test.each([
    ['', ['newest', 'closed', 'weeks', 'months']],
    ['?time_range=7d', ['newest', 'closed', 'days', 'weeks', 'months']],
    ['?time_range=30d', ['newest', 'closed', 'days', 'weeks', 'months']],
    ['?status=active', ['newest', 'weeks', 'months']],
    ['?status=resolved', ['closed']],
    ['?location=bd', ['newest']],
    ['?location=th', ['months']],
    ['?location=th&status=resolved', []],
    ['?time_range=30d&search=login', ['days']],
    ['?search=shop', ['newest', 'closed', 'weeks', 'months']],
    ['?search=shop&limit=2&page=2', ['weeks', 'months']],
    ['?limit=3', ['newest', 'closed', 'weeks']],
    ['?limit=3&page=2', ['months']],
    ['?time_range=30d&limit=2&page=2', ['days', 'weeks']],
    ['?page=9', []],
  ])('%s', async (query, expected) => {
    expect((await list(query)).data.map(({ id }) => id)).toEqual(expected);
  });

  test('has the page and the totals', async () => {
    expect((await list('?time_range=30d&limit=3')).pagination).toEqual({ page: 1, limit: 3, total: 5, pages: 2 });
    expect((await list('?search=nothing')).pagination).toEqual({ page: 1, limit: 10, total: 0, pages: 0 });
  });

  test('an entry has the specified names', async () => {
    const [first, second] = (await list('')).data;
    expect(first).toMatchObject({
      type: 'downtime',
      title: 'Endpoint downtime detected',
      status: 'active',
      severity: 'critical',
      location: 'bd',
      triggeredAt: new Date(T0 - HOUR_MS).toISOString(),
      resolvedAt: null,
      endpoint: 'https://shop.farwatch.test/',
      endpoints: { id: 'endpoint', name: 'Shop', url: 'https://shop.farwatch.test/' },
      monitors: { id: 'monitor', name: 'Shops' },
      details: { expectedStatus: '200–399', actualStatus: 500, errorMessage: 'The server answered with status 500' },
      updates: [{ message: 'Seen from Taiwan', status: 'active', createdAt: new Date(T0 - HOUR_MS).toISOString() }],
    });
    expect(second).toMatchObject({ status: 'resolved', resolvedAt: new Date(T0 - 2 * HOUR_MS).toISOString() });
  });

  test.each(['page=0', 'limit=101', 'time_range=1y', 'status=open', `search=${'x'.repeat(201)}`])(
    '%s is refused',
    async (query) => {
      expect(await api.call(user, 'GET', `/incidents?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      });
    },
  );
});

test('the longest incidents of a monitor are as many of the newest as fit in an answer', async () => {
  const greedy = await api.user();
  const { id: monitorId } = await createMonitor(api, greedy, monitorBody(['a']));
  const note = 'x'.repeat(LIMITS.noteLength);
  const { db } = api.project.run(T0);
  const writer = db.bulkWriter();
  const ids = Array.from({ length: 350 }, (_, index) => `long${index}`);
  for (const [index, id] of ids.entries()) {
    const triggeredAt = T0 - index * SECOND_MS;
    const action = {
      event: 'noted',
      by: { name: 'Ann', channelName: null },
      note,
      until: null,
      createdAt: triggeredAt,
    };
    const actions = Array.from({ length: LIMITS.actionsPerIncident }, () => action as IncidentAction);
    const long = incidentSample({ ownerId: greedy.uid, monitorId, triggeredAt, actions });
    void writer.create(incidents.ref(db, id), incidents.toDocument(long));
  }
  await writer.close();
  const { body } = await api.call(greedy, 'GET', `/incidents/monitor/${monitorId}`);
  const found = (body as IncidentEntry[]).map(({ id }) => id);
  expect(found).toEqual(ids.slice(0, found.length));
  expect(found.length).toBeGreaterThan(200);
  expect(JSON.stringify(body).length).toBeLessThan(8 * 1024 * 1024);
  const search = await api.call(greedy, 'GET', '/incidents?search=shop&limit=5');
  expect(search.body).toMatchObject({ pagination: { total: found.length } });
});
