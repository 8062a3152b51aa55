import type { CsvPart, ReportAnswer } from '@farwatch/core/contracts/api/reports';
import { monitorDay } from '@farwatch/core/decisions/history/day-record';
import type { Incident } from '@farwatch/core/documents/incident';
import { incidentSample, monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { countsOf } from '@farwatch/core/values/history/levels';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deflateMonitorDay } from '../../domain/history/pack-day.ts';
import { histories, incidents, monitors, years } from '../../platform/db/collections.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { T0 } from '../../testing/test-project.ts';

const TODAY = Date.UTC(2026, 10, 20);
const OCTOBER = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
const NOVEMBER = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
const FIRST_DAY = Date.UTC(2025, 11, 1);
const DOWN_DAY = Date.UTC(2026, 9, 5);

let api: TestApi;
let user: TestUser;
let other: TestUser;

/** A monitor whose endpoint was down for 30 minutes on 5 October, with a day for each since December. */
async function putMonitor(ownerId: string, id: string, changes: { name: string; tags?: string[] }) {
  const { db } = api.project.run(T0);
  const endpoints = { [`${id}1`]: monitorEndpointSample({ createdAt: FIRST_DAY }) };
  const monitor = monitorSample({ ownerId, endpoints, createdAt: FIRST_DAY, ...changes });
  await monitors.ref(db, id).create(monitors.toDocument(monitor));
  const days = Array.from({ length: (TODAY - FIRST_DAY) / DAY_MS }, (_, index) => FIRST_DAY + index * DAY_MS);
  for (const year of [2025, 2026]) {
    const own = days.filter((dayAt) => new Date(dayAt).getUTCFullYear() === year);
    const entries = own.map((dayAt) => {
      const key = new Date(dayAt).toISOString().slice(5, 10).replace('-', '');
      return [key, deflateMonitorDay(monitorDay([{ steps: stepsOf(dayAt), cells: [] }]), dayAt)] as const;
    });
    const yearAt = Date.UTC(year, 0, 1);
    await years.ref(db, `${id}_${year}`).set(
      years.toDocument({
        ownerId,
        monitorId: id,
        yearAt,
        expireAt: TODAY + DAY_MS,
        days: Object.fromEntries(entries),
      }),
    );
  }
}

function stepsOf(dayAt: number) {
  const step = (afterMs: number, status: 'up' | 'down') => ({
    atMs: dayAt + afterMs,
    counts: countsOf(status),
    running: status === 'down' ? 1 : 0,
    started: status === 'down' ? 1 : 0,
  });
  if (dayAt !== DOWN_DAY) return [step(0, 'up')];
  return [step(0, 'up'), step(HOUR_MS, 'down'), step(HOUR_MS + 30 * MINUTE_MS, 'up')];
}

function putIncident(ownerId: string, id: string, monitorId: string, changes: Partial<Incident> = {}) {
  const { db } = api.project.run(T0);
  const startedAt = changes.triggeredAt ?? DOWN_DAY + HOUR_MS;
  const endedAt = changes.resolvedAt ?? startedAt + 30 * MINUTE_MS;
  const outage = { number: 1, startedAt, endedAt, locations: ['tw' as const], severity: 'critical' as const };
  const incident = incidentSample({
    ownerId,
    monitorId,
    status: 'resolved',
    triggeredAt: startedAt,
    resolvedAt: endedAt,
    changedAt: endedAt,
    outage,
    ...changes,
  });
  return incidents.ref(db, id).create(incidents.toDocument(incident));
}

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  api.clock.nowMs = TODAY + 12 * HOUR_MS;
  [user, other] = await Promise.all([api.user(), api.user()]);
  const { db } = api.project.run(T0);
  for (const { uid } of [user, other])
    await histories
      .ref(db, uid)
      .set(histories.toDocument({ ownerId: uid, builtUntil: TODAY, dirtyDays: {}, checkedAt: TODAY, dueAt: null }));
  await Promise.all([
    putMonitor(user.uid, 'shop', { name: 'Shop', tags: ['Team'] }),
    putMonitor(user.uid, 'blog', { name: 'Blog' }),
    putMonitor(other.uid, 'foreign', { name: 'Foreign', tags: ['foreign-1'] }),
    putIncident(user.uid, 'i1', 'shop'),
    putIncident(user.uid, 'i2', 'blog'),
    putIncident(user.uid, 'long', 'shop', { triggeredAt: DOWN_DAY - 20 * DAY_MS, resolvedAt: DOWN_DAY - 3 * DAY_MS }),
    putIncident(user.uid, 'before', 'shop', { triggeredAt: Date.UTC(2026, 8, 1) }),
    putIncident(user.uid, 'after', 'shop', { triggeredAt: Date.UTC(2026, 10, 2) }),
    putIncident(other.uid, 'foreign-1', 'foreign'),
  ]);
});
afterAll(() => api.close());

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
const get = (values: Record<string, string>, by = user) => api.call(by, 'GET', `/v1/reports?${query(values)}`);
const read = async (values: Record<string, string>) => (await get(values)).body as ReportAnswer;
const csv = async (values: Record<string, string>) =>
  (await api.call(user, 'GET', `/v1/reports/csv?${query(values)}`)).body as CsvPart;

describe('GET /v1/reports', () => {
  test('reports on all monitors of the caller', async () => {
    const report = await read(OCTOBER);
    expect(report.monitors.map(({ name }) => name)).toEqual(['Blog', 'Shop']);
    expect(report.totals).toMatchObject({ outages: 2, downtimeSec: 3600, unknownSec: 0, target: 99.9, outcome: 'met' });
    expect(report.totals.budget).toMatchObject({ allowedSec: 5356.8, usedSec: 3600, runsOutAt: null });
    expect(report.outages.map(({ incidentId }) => incidentId).toSorted()).toEqual(['i1', 'i2', 'long']);
    expect(report).toMatchObject({ hasMoreOutages: false, tag: null, monitorId: null });
  });

  test.each([
    ['a tag in any case', { tag: 'TEAM' }, ['Shop'], ['i1', 'long']],
    ['a monitor', { monitorId: 'blog' }, ['Blog'], ['i2']],
  ])('reports on %s', async (_, scope, names, ids) => {
    const report = await read({ ...OCTOBER, ...scope });
    expect(report.monitors.map(({ name }) => name)).toEqual(names);
    expect(report.outages.map(({ incidentId }) => incidentId)).toEqual(ids);
    expect(report).toMatchObject(scope);
  });

  test('has the budget of the whole month while it is not over', async () => {
    const { totals, generatedAt } = await read({ ...NOVEMBER, monitorId: 'shop' });
    expect(generatedAt).toBe(new Date(api.clock.nowMs).toISOString());
    expect(totals).toMatchObject({ outcome: 'open', knownSec: 19.5 * 24 * 3600, budget: { allowedSec: 2592 } });
  });

  test('reads two documents of history at most for each monitor, even over two years', async () => {
    await resetProxy();
    const report = await read({ from: '2025-12-01T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' });
    // The monitors, their years, the owner's history, and the incidents.
    expect((await readProxyCounts()).reads).toBe(2 + 2 * 2 + 1 + 5);
    expect(report.totals).toMatchObject({ outages: 2, unknownSec: 0 });
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['reversed', { from: OCTOBER.to, to: OCTOBER.from }, 400, 'invalid'],
    ['empty', { from: OCTOBER.to, to: OCTOBER.to }, 400, 'invalid'],
    ['longer than 400 days', { from: '2025-09-01T00:00:00.000Z', to: OCTOBER.to }, 400, 'invalid'],
    ['in the future', { from: NOVEMBER.to, to: '2026-12-05T00:00:00.000Z' }, 400, 'invalid'],
    ['no time', { from: 'yesterday', to: OCTOBER.to }, 400, 'invalid'],
    ['on an unknown tag', { ...OCTOBER, tag: 'foreign-1' }, 404, 'not_found'],
    ['on another owner’s monitor', { ...OCTOBER, monitorId: 'foreign' }, 404, 'not_found'],
    ['on no monitor', { ...OCTOBER, monitorId: 'none' }, 404, 'not_found'],
    ['on a tag and a monitor', { ...OCTOBER, tag: 'team', monitorId: 'shop' }, 400, 'invalid'],
  ])('refuses one %s', async (_, values, status, code) => {
    expect(await get(values)).toMatchObject({ status, body: { code } });
    expect(await api.call(user, 'GET', `/v1/reports/csv?${query({ ...values, table: 'monitors' })}`)).toMatchObject({
      status,
      body: { code },
    });
  });
});

describe('GET /v1/reports/csv', () => {
  test('has a line for each monitor', async () => {
    const { lines, next } = await csv({ ...OCTOBER, table: 'monitors' });
    expect(next).toBeNull();
    expect(lines.split('\r\n').map((line) => line.split(',')[1])).toEqual(['monitor', 'Blog', 'Shop', undefined]);
  });

  test('has a line for each outage', async () => {
    const { lines, next } = await csv({ ...OCTOBER, tag: 'team', table: 'outages' });
    expect(next).toBeNull();
    expect(lines.split('\r\n').map((line) => line.split(',').at(-2))).toEqual(['incidentId', 'i1', 'long', undefined]);
  });

  test.each([
    ['Pacific/Kiritimati', '+14:00'],
    ['Pacific/Pago_Pago', '-11:00'],
    ['Asia/Kolkata', '+05:30'],
  ])('has times in the zone of the account, %s', async (timeZone, offset) => {
    const settings = { weekly: true, monthly: false, channels: [], timeZone };
    expect(await api.call(user, 'PUT', '/v1/summary-settings', settings)).toMatchObject({ status: 200 });
    const { lines } = await csv({ ...OCTOBER, tag: 'team', table: 'outages' });
    const [, first = ''] = lines.split('\r\n');
    expect(first.slice(0, first.indexOf(','))).toMatch(new RegExp(`\\${offset}$`));
    expect(first.split(',').at(-1)).toBe(timeZone);
  });

  test('continues after an incident, but not after another owner’s', async () => {
    const rest = await csv({ ...OCTOBER, table: 'outages', after: 'i1' });
    expect(rest.lines).not.toContain('startedAt');
    expect(rest.lines).toContain(',long');
    expect(rest.lines).not.toContain(',i1');
    const path = `/v1/reports/csv?${query({ ...OCTOBER, table: 'outages', after: 'foreign-1' })}`;
    expect(await api.call(user, 'GET', path)).toMatchObject({ status: 400 });
  });

  test('continues after a monitor', async () => {
    const { lines } = await csv({ ...OCTOBER, table: 'monitors', after: 'blog' });
    expect(lines.split('\r\n').map((line) => line.split(',')[0])).toEqual(['shop', '']);
  });
});
