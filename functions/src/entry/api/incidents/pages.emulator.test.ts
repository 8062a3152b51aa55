import type { IncidentEntry } from '@farwatch/core/contracts/api/incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { incidentSample } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incidents } from '../../../platform/db/collections.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { T0 } from '../../../testing/test-project.ts';

const COUNT = 730;
const SAME_TIME = 80;

let api: TestApi;
let user: TestUser;
let monitorId: string;
let foreignId: string;

/** 730 incidents, a minute apart and the last 80 at one time; every tenth is active, every seventh in th. */
beforeAll(async () => {
  api = await newTestApi();
  user = await api.user();
  monitorId = (await createMonitor(api, user, monitorBody(['a']))).id;
  foreignId = (await createMonitor(api, await api.user(), monitorBody(['a']))).id;
  const { db } = api.project.run(T0);
  const writer = db.bulkWriter();
  for (let index = 0; index < COUNT; index += 1) {
    const triggeredAt = T0 - Math.min(index, COUNT - SAME_TIME) * MINUTE_MS;
    const changes: Partial<Incident> = {
      ownerId: user.uid,
      triggeredAt,
      monitorId: index < 3 ? monitorId : 'other',
      ...(index % 10 === 0 ? {} : { status: 'resolved', resolvedAt: T0 }),
      ...(index % 7 === 0 ? { locations: ['tw', 'th'] } : {}),
    };
    const id = `i${String(COUNT - index).padStart(4, '0')}`;
    void writer.create(incidents.ref(db, id), incidents.toDocument(incidentSample(changes)));
  }
  await writer.close();
});
afterAll(() => api.close());

type Page = { data: IncidentEntry[]; pagination: { total: number; pages: number } };
const list = async (query: string) => (await api.call(user, 'GET', `/incidents?${query}`)).body as Page;
const idsFrom = (start: number, end: number, fits = (_index: number) => true) =>
  Array.from({ length: COUNT }, (_, index) => index)
    .filter(fits)
    .slice(start, end)
    .map((index) => `i${String(COUNT - index).padStart(4, '0')}`);

describe('a page', () => {
  test.each([1, 2, 14, 15, 16])('number %i of fifty incidents each has the right incidents and total', async (page) => {
    const { data, pagination } = await list(`time_range=7d&limit=50&page=${page}`);
    expect(data.map(({ id }) => id)).toEqual(idsFrom((page - 1) * 50, page * 50));
    expect(pagination).toMatchObject({ total: COUNT, pages: 15 });
  });

  test.each<[string, (index: number) => boolean]>([
    ['status=active', (index) => index % 10 === 0],
    ['location=th', (index) => index % 7 === 0],
    ['status=resolved&location=th', (index) => index % 10 !== 0 && index % 7 === 0],
    ['search=shop', (index) => index < 500],
    ['search=shop&location=th', (index) => index % 7 === 0],
  ])('filtered by %s', async (filter, fits) => {
    const { data, pagination } = await list(`time_range=7d&limit=20&page=3&${filter}`);
    expect(data.map(({ id }) => id)).toEqual(idsFrom(40, 60, fits));
    expect(pagination.total).toBe(idsFrom(0, COUNT, fits).length);
  });
});

describe('pages that span the start of the range', () => {
  const rangeStart = 100;
  const isActive = (index: number) => index % 10 === 0;
  const fits = (index: number) => index <= rangeStart || isActive(index);
  const all = idsFrom(0, COUNT, fits);
  const within = idsFrom(0, COUNT, (index) => fits(index) && index % 7 === 0);

  test.each([1, 2, 3, 4, 5])('number %i: incidents within it, then active ones before it', async (page) => {
    api.clock.nowMs = T0 + DAY_MS - rangeStart * MINUTE_MS;
    const { data, pagination } = await list(`limit=40&page=${page}`);
    expect(data.map(({ id }) => id)).toEqual(all.slice((page - 1) * 40, page * 40));
    expect(pagination).toMatchObject({ total: all.length, pages: 5 });
    const ofThailand = await list('limit=50&location=th');
    expect(ofThailand.pagination.total).toBe(within.length);
    expect(ofThailand.data.map(({ id }) => id)).toEqual(within);
    api.clock.nowMs = T0;
  });
});

describe('the incidents of one monitor', () => {
  const ofMonitor = async (query: string, id = monitorId) => api.call(user, 'GET', `/incidents/monitor/${id}${query}`);

  test.each([
    ['', ['i0730', 'i0729', 'i0728']],
    ['?status=active', ['i0730']],
    ['?status=resolved&time_range=30d', ['i0729', 'i0728']],
    ['?location=th', ['i0730']],
    ['?location=bd', []],
    ['?search=shop', ['i0730', 'i0729', 'i0728']],
    ['?search=nothing', []],
  ])('%s', async (query, expected) => {
    const { status, body } = await ofMonitor(query);
    expect([status, (body as IncidentEntry[]).map(({ id }) => id)]).toEqual([200, expected]);
  });

  test.each([
    ['', ['i0730']],
    ['?status=active&location=th', ['i0730']],
    ['?status=resolved', []],
    ['?location=bd', []],
  ])('%s: outside the range only active ones', async (query, expected) => {
    api.clock.nowMs = T0 + 25 * HOUR_MS;
    const { body } = await ofMonitor(query);
    expect((body as IncidentEntry[]).map(({ id }) => id)).toEqual(expected);
    api.clock.nowMs = T0;
  });

  test('another owner’s are not found', async () => {
    expect(await ofMonitor('', foreignId)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
