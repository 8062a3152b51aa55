import { type ExportedIncident, incidentCalls } from '@farwatch/core/contracts/api/incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { incidentSample, outageSample } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incidents } from '../../../platform/db/collections.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { T0 } from '../../../testing/test-project.ts';

const daysAgo = (days: number) => T0 - days * DAY_MS;
const iso = (atMs: number) => new Date(atMs).toISOString();
const range = (from: number, to: number) => `from=${iso(daysAgo(from))}&to=${iso(daysAgo(to))}`;
const closed = (atMs: number) => ({ status: 'resolved' as const, resolvedAt: atMs });

let api: TestApi;
let user: TestUser;
let shop: string;
let blog: string;

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  user = await api.user();
  shop = (await createMonitor(api, user, { ...monitorBody(['a']), tags: ['Prod', 'web'] })).id;
  blog = (await createMonitor(api, user, { ...monitorBody(['b']), tags: ['prod'] })).id;
  const { db } = api.project.run(T0);
  const put = (id: string, days: number, changes: Partial<Incident>) => {
    const all = incidentSample({ ownerId: user.uid, triggeredAt: daysAgo(days), ...changes });
    return incidents.ref(db, id).create(incidents.toDocument(all));
  };
  const outage = (days: number, minutes: number) => {
    const startedAt = daysAgo(days);
    return { outage: outageSample({ startedAt, endedAt: startedAt + minutes * MINUTE_MS }) };
  };
  await Promise.all([
    put('today', 0.1, { monitorId: shop, locations: ['tw', 'th'] }),
    put('week', 5, { monitorId: shop, severity: 'minor', ...closed(daysAgo(4)), ...outage(5, 10) }),
    put('month', 20, { monitorId: blog, severity: 'major', ...outage(20, 5) }),
    put('quarter', 60, {
      ...closed(daysAgo(59)),
      monitorId: blog,
      ...outage(60, 60),
      endpoint: { name: '=1+1', url: 'https://login.farwatch.test/' },
      maintenance: { id: 'w', name: 'Night', startsAt: daysAgo(60), endsAt: daysAgo(60) + 20 * MINUTE_MS },
    }),
    put('year', 300, { monitorId: 'deleted', severity: 'minor', ...closed(daysAgo(299)), ...outage(300, 30) }),
    put('foreign', 1, { ownerId: 'other', monitorId: shop }),
  ]);
});
afterAll(() => api.close());

type Page = { data: { id: string }[]; pagination: { total: number } };
const list = async (query: string) => (await api.call(user, 'GET', `/incidents?${query}`)).body as Page;
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

describe('GET /incidents', () => {
  test.each<[string, string, () => string[]]>([
    ['a year up to now', `from=${iso(daysAgo(365))}`, () => ['today', 'week', 'month', 'quarter', 'year']],
    ['a range in the past, with what is active', range(70, 30), () => ['quarter']],
    ['a range after an active one started', range(10, 3), () => ['week', 'month']],
    ['without its end', range(300, 5), () => ['month', 'quarter', 'year']],
    ['an end in the future', range(10, -5), () => ['today', 'week', 'month']],
    ['from before time_range', `time_range=24h&${range(70, 30)}`, () => ['quarter']],
    ['a monitor', `from=${iso(daysAgo(90))}&monitorId=SHOP`, () => ['today', 'week']],
    ['a monitor that is deleted', `from=${iso(daysAgo(365))}&monitorId=deleted`, () => ['year']],
    ['a tag, ignoring case', `from=${iso(daysAgo(365))}&tag=PROD`, () => ['today', 'week', 'month', 'quarter']],
    ['a tag of one monitor', `from=${iso(daysAgo(365))}&tag=web`, () => ['today', 'week']],
    ['an unknown tag', `from=${iso(daysAgo(365))}&tag=none`, () => []],
    ['a tag and a monitor', `from=${iso(daysAgo(365))}&tag=prod&monitorId=SHOP`, () => ['today', 'week']],
    ['a tag that the monitor lacks', `from=${iso(daysAgo(365))}&tag=web&monitorId=BLOG`, () => []],
    ['a severity', `from=${iso(daysAgo(365))}&severity=minor`, () => ['week', 'year']],
    ['severity and status', 'time_range=7d&severity=major&status=active', () => ['month']],
    [
      'all filters',
      `from=${iso(daysAgo(365))}&severity=minor&status=resolved&location=tw&monitorId=SHOP&tag=web&search=shop`,
      () => ['week'],
    ],
  ])('%s', async (_, query, expected) => {
    const filter = query.replace('SHOP', shop).replace('BLOG', blog);
    const { data, pagination } = await list(filter);
    expect([ids(data), pagination.total]).toEqual([expected(), expected().length]);
    expect(ids(await exportAll(filter))).toEqual(expected());
  });

  test('every combination of filters has its index', async () => {
    const filters = ['status=active', 'severity=critical', 'location=tw', `monitorId=${shop}`, 'tag=prod'];
    for (let chosen = 0; chosen < 2 ** filters.length; chosen += 1) {
      const query = filters.filter((_, bit) => chosen & (1 << bit)).join('&');
      expect(ids((await list(query)).data)[0], query).toBe('today');
      expect(ids(await exportAll(query))[0], query).toBe('today');
    }
  });

  test.each([
    ['reversed', range(3, 4), 'to'],
    ['empty', range(3, 3), 'to'],
    ['in the future', `from=${iso(T0 + 1)}`, 'from'],
    ['longer than 400 days', `from=${iso(daysAgo(400) - 1)}`, 'from'],
    ['only an end', `to=${iso(daysAgo(3))}`, 'from'],
    ['no time', 'from=yesterday', 'from'],
    ['unknown severity', 'severity=bad', 'severity'],
    ['no id', 'monitorId=a/b', 'monitorId'],
    ['a tag that no monitor can have', `tag=${'x'.repeat(31)}`, 'tag'],
  ])('%s is refused, and the field named', async (_, query, field) => {
    for (const path of ['/incidents', '/v1/incidents/export']) {
      expect(await api.call(user, 'GET', `${path}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid', details: [{ path: field }] },
      });
    }
  });
});

type Part = { data: ExportedIncident[]; next: string | null };
async function exportAll(query: string, by = user): Promise<ExportedIncident[]> {
  const all: ExportedIncident[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await api.call(by, 'GET', `${incidentCalls.export.path}?${query}${after}`);
    expect(status).toBe(200);
    const { data, next } = body as Part;
    all.push(...data);
    if (next === null) return all;
    after = `&after=${next}`;
  }
}

describe('GET /v1/incidents/export', () => {
  test('selects those that are assigned to a person', async () => {
    const [first] = await exportAll(`from=${iso(daysAgo(300))}`);
    expect(await exportAll(`from=${iso(daysAgo(300))}&assigneeId=${user.uid}`)).toEqual([]);
    const body = { id: first?.id, personId: user.uid };
    expect((await api.call(user, 'POST', '/v1/incidents/assign', body)).status).toBe(200);
    const found = await exportAll(`from=${iso(daysAgo(300))}&assigneeId=${user.uid}`);
    expect(found.map(({ id }) => id)).toEqual([first?.id]);
    await api.call(user, 'POST', '/v1/incidents/assign', { ...body, personId: null });
  });

  test('has each incident’s downtime in the range without maintenance', async () => {
    const found = await exportAll(`from=${iso(daysAgo(300) + 10 * MINUTE_MS - 1)}&search=login`);
    expect(found).toMatchObject([
      { id: 'quarter', outages: 1, downtimeSec: 40 * 60, maintenance: 'Night', endpoints: { name: '=1+1' } },
    ]);
    expect(await exportAll(`${range(60, 59)}&status=resolved`)).toMatchObject([{ downtimeSec: 40 * 60 }]);
    const cut = `from=${iso(daysAgo(60))}&to=${iso(daysAgo(60) + 30 * MINUTE_MS)}&status=resolved`;
    expect(await exportAll(cut)).toMatchObject([{ id: 'quarter', outages: 1, downtimeSec: 10 * 60 }]);
  });

  test('a part after a part of another export, and malformed ones', async () => {
    const after = (place: string) => api.call(user, 'GET', `/v1/incidents/export?time_range=30d&after=${place}`);
    expect(((await after(`0-${daysAgo(5)}-week`)).body as Part).data.map(({ id }) => id)).toEqual(['month']);
    expect(await after('2-1-a')).toMatchObject({ status: 400, body: { details: [{ path: 'after' }] } });
    expect(await after('0-1-a/b')).toMatchObject({ status: 400 });
  });

  test('many incidents come in parts, each once, at the cost of one read each', async () => {
    const busy = await api.user();
    const count = 750;
    const writer = api.project.run(T0).db.bulkWriter();
    for (let index = 0; index < count; index += 1) {
      const triggeredAt = T0 - HOUR_MS * Math.floor(index / 100);
      const changes: Partial<Incident> = index % 5 === 0 ? {} : closed(T0);
      const incident = incidentSample({ ownerId: busy.uid, triggeredAt, monitorId: `m${index % 40}`, ...changes });
      const id = `e${String(count - index).padStart(4, '0')}`;
      void writer.create(incidents.ref(api.project.run(T0).db, id), incidents.toDocument(incident));
    }
    await writer.close();
    const expected = Array.from({ length: count }, (_, index) => index);
    const idOf = (index: number) => `e${String(count - index).padStart(4, '0')}`;
    await resetProxy();
    expect(ids(await exportAll('time_range=24h', busy))).toEqual(expected.map(idOf));
    // A query that finds nothing is a read: that for active ones before the range.
    expect((await readProxyCounts()).reads).toBe(count + 1);
    // The range starts amid them: the rest are those still active.
    const fromMs = T0 - 2 * HOUR_MS;
    const within = expected.filter((index) => index < 300 || index % 5 === 0);
    expect(ids(await exportAll(`from=${iso(fromMs)}`, busy))).toEqual(within.map(idOf));
    const resolved = expected.filter((index) => index % 5 !== 0);
    expect(ids(await exportAll('status=resolved', busy))).toEqual(resolved.map(idOf));
  });
});

describe('a tag of more monitors than a query can name', () => {
  test('is paged and exported in order', async () => {
    const busy = await api.user();
    const made = [];
    for (let index = 0; index < 35; index += 1) {
      made.push((await createMonitor(api, busy, { ...monitorBody([`t${index}`]), tags: ['all'] })).id);
    }
    const { db } = api.project.run(T0);
    const writer = db.bulkWriter();
    for (const [index, monitorId] of made.entries()) {
      const incident = incidentSample({ ownerId: busy.uid, monitorId, triggeredAt: T0 - index * MINUTE_MS });
      void writer.create(incidents.ref(db, `t${String(index).padStart(2, '0')}`), incidents.toDocument(incident));
    }
    await writer.close();
    const expected = made.map((_, index) => `t${String(index).padStart(2, '0')}`);
    const page = async (number: number) =>
      (await api.call(busy, 'GET', `/incidents?tag=all&limit=10&page=${number}`)).body as Page;
    for (const number of [1, 2, 3, 4, 5]) {
      const { data, pagination } = await page(number);
      expect([ids(data), pagination.total]).toEqual([expected.slice((number - 1) * 10, number * 10), 35]);
    }
    expect(ids(await exportAll('tag=all', busy))).toEqual(expected);
  });
});
