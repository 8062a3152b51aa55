import type { MaintenanceAnswer } from '@farwatch/core/contracts/api/maintenance';
import { incidentSample, outageSample } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { FieldValue } from 'firebase-admin/firestore';
import { RRule } from 'rrule';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { incidents, maintenance } from '../../../platform/db/collections.ts';
import { stored } from '../../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { T0 } from '../../../testing/test-project.ts';
import { enqueueRefreshes } from '../../jobs/refresh-maintenance.ts';

const WINDOWS = '/v1/maintenance';

let api: TestApi;
let user: TestUser;
let shop: string;
let blog: string;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.nowMs = T0;
  user = await api.user();
  shop = (await createMonitor(api, user, monitorBody(['a']))).id;
  blog = (await createMonitor(api, user, monitorBody(['b'], ['tw'], 'Blog'))).id;
});

const localAt = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const input = (changes: object = {}) => ({
  name: 'Backup',
  monitors: [shop],
  start: localAt(T0),
  timeZone: 'UTC',
  durationMin: 60,
  rule: null,
  ...changes,
});

async function create(changes: object = {}): Promise<MaintenanceAnswer> {
  const { status, body } = await api.call(user, 'POST', WINDOWS, input(changes));
  expect(status).toBe(201);
  return body as MaintenanceAnswer;
}

const occurrencesOf = async (monitorId: string) => (await stored(api).monitor(monitorId))?.maintenance;

/** An incident of the shop, down since then. */
async function putIncident(id: string, startedAt: number): Promise<void> {
  const place = { ownerId: user.uid, monitorId: shop, triggeredAt: startedAt };
  const incident = incidentSample({ ...place, outage: outageSample({ startedAt }) });
  await incidents.ref(api.project.run(T0).db, id).set(incidents.toDocument(incident));
}

test('a window is answered, listed and stored with its monitors', async () => {
  const created = await create({ rule: 'FREQ=WEEKLY' });
  expect(created).toMatchObject({ ...input({ rule: 'FREQ=WEEKLY' }), createdAt: new Date(T0).toISOString() });
  expect(created.occurrences[0]).toEqual({
    startsAt: new Date(T0).toISOString(),
    endsAt: new Date(T0 + HOUR_MS).toISOString(),
  });
  expect((await api.call(user, 'GET', WINDOWS)).body).toEqual({ windows: [created] });
  const occurrence = { id: created.id, name: 'Backup' };
  expect(await occurrencesOf(shop)).toEqual([
    { ...occurrence, startsAt: T0, endsAt: T0 + HOUR_MS },
    { ...occurrence, startsAt: T0 + 7 * DAY_MS, endsAt: T0 + 7 * DAY_MS + HOUR_MS },
  ]);
  expect(await occurrencesOf(blog)).toEqual([]);
  expect((await api.call(user, 'DELETE', `${WINDOWS}/${created.id}`)).status).toBe(200);
  expect(await occurrencesOf(shop)).toEqual([]);
});

test('incidents follow a window that is planned over them, ends early, and is deleted', async () => {
  const [before, during, old] = [`${user.uid}Before`, `${user.uid}During`, `${user.uid}Old`];
  await Promise.all([
    putIncident(before, T0 - 31 * MINUTE_MS),
    putIncident(during, T0 - 20 * MINUTE_MS),
    putIncident(old, T0 - 20 * DAY_MS),
  ]);
  const { id } = await create({ start: localAt(T0 - 30 * MINUTE_MS) });
  const marked = async (incidentId: string) => (await stored(api).incident(incidentId))?.maintenance;
  expect(await marked(during)).toMatchObject({ id, endsAt: T0 + 30 * MINUTE_MS });
  expect([await marked(before), await marked(old)]).toEqual([null, null]);
  api.project.queue.waiting.splice(0);
  const ending = { startsAt: new Date(T0 - 30 * MINUTE_MS).toISOString(), endsAt: new Date(T0).toISOString() };
  const ended = await api.call(user, 'PUT', `${WINDOWS}/${id}/ending`, ending);
  expect(ended.body).toMatchObject({ occurrences: [ending] });
  expect(await marked(during)).toMatchObject({ endsAt: T0 });
  expect(api.project.queue.waiting).toMatchObject([{ name: 'notifyOwner', input: { ownerId: user.uid } }]);
  await api.call(user, 'PUT', `${WINDOWS}/${id}`, input({ start: localAt(T0 - 20 * DAY_MS) }));
  expect([await marked(during), await marked(old)]).toMatchObject([null, { id }]);
  await api.call(user, 'DELETE', `${WINDOWS}/${id}`);
  expect(await marked(old)).toBeNull();
});

describe('monitors and windows', () => {
  test('a new monitor is in the windows for all, and a deleted one leaves those that name it', async () => {
    const all = await create({ monitors: null });
    const both = await create({ monitors: [shop, blog] });
    await create();
    const { id } = await createMonitor(api, user, monitorBody(['c'], ['tw'], 'Docs'));
    expect((await occurrencesOf(id))?.map((each) => each.id)).toEqual([all.id]);
    await api.call(user, 'DELETE', `/monitors/${shop}`);
    const { body } = await api.call(user, 'GET', WINDOWS);
    const left = (body as { windows: MaintenanceAnswer[] }).windows.map((each) => [each.id, each.monitors]);
    expect(left.sort()).toEqual([[all.id, null] as const, [both.id, [blog]] as const].sort());
  });

  test('of windows and a monitor that are created at once none is lost', async () => {
    const [one, two, { id }] = await Promise.all([
      create({ monitors: null }),
      create({ monitors: null }),
      createMonitor(api, user, monitorBody(['c'], ['tw'], 'Docs')),
    ]);
    for (const monitorId of [shop, id]) {
      expect((await occurrencesOf(monitorId))?.map((each) => each.id).sort()).toEqual([one.id, two.id].sort());
    }
  });
});

test.each([
  ['a rule that is none', { rule: 'FREQ=SECONDLY' }, 'bad_rule', 'rule'],
  [
    'a rule that repeats too often',
    { rule: 'FREQ=DAILY;BYHOUR=0,6,12,18;BYMINUTE=0,15,30' },
    'too_many_occurrences',
    'rule',
  ],
  ['an unknown monitor', { monitors: ['unknown'] }, 'unknown_monitor', 'monitors.0'],
  ['a day that does not exist', { start: '2026-02-30T12:00' }, 'invalid', 'start'],
  ['a start in many years', { start: '2036-02-28T12:00' }, 'invalid', 'start'],
  ['an unknown zone', { timeZone: 'Europe/Unknown' }, 'invalid', 'timeZone'],
])('%s is refused with its field, and nothing is stored', async (_, changes, code, path) => {
  const { body } = await api.call(user, 'POST', WINDOWS, input(changes));
  expect(body).toMatchObject({ code, details: [{ path, message: expect.stringMatching(/\w/) }] });
  expect((await api.call(user, 'GET', WINDOWS)).body).toEqual({ windows: [] });
});

test("an occurrence that is not planned, another owner's window and monitor", async () => {
  const { id } = await create();
  const ending = (startsAt: number, endsAt: number) => ({
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
  });
  const path = `${WINDOWS}/${id}/ending`;
  expect((await api.call(user, 'PUT', path, ending(T0 + 1, T0 + 2))).body).toMatchObject({
    code: 'unknown_occurrence',
  });
  expect((await api.call(user, 'PUT', path, ending(T0, T0 - 1))).body).toMatchObject({ code: 'invalid' });
  const [own, body] = [shop, input({ monitors: null })];
  user = await api.user();
  expect((await api.call(user, 'PUT', `${WINDOWS}/${id}`, body)).status).toBe(404);
  expect((await api.call(user, 'PUT', path, ending(T0, T0))).status).toBe(404);
  expect((await api.call(user, 'DELETE', `${WINDOWS}/${id}`)).status).toBe(404);
  const refused = await api.call(user, 'POST', WINDOWS, input({ monitors: [own] }));
  expect(refused.body).toMatchObject({ code: 'unknown_monitor' });
});

test('every hour monitors get what comes within eight days; one unreadable window does not stop that', async () => {
  const { id } = await create({ rule: 'FREQ=WEEKLY' });
  const { db } = api.project.run(T0);
  const broken = maintenance.ref(db, `${user.uid}Broken`);
  const document = await maintenance.ref(db, id).get();
  await broken.set({ ...document.data(), durationMin: 'long' });
  const starts = async () => (await occurrencesOf(shop))?.map(({ startsAt }) => (startsAt - T0) / DAY_MS);
  const refresh = async (nowMs: number) => {
    api.project.queue.waiting = [];
    await enqueueRefreshes(api.project.run(nowMs));
    const enqueued = api.project.queue.waiting.map(({ name }) => name);
    await api.project.queue.work(api.project.run(nowMs));
    return enqueued;
  };
  expect(await refresh(T0 + 6 * DAY_MS - 1)).toEqual([]);
  expect(await starts()).toEqual([0, 7]);
  expect(await refresh(T0 + 6 * DAY_MS + 1)).toEqual(['refreshMaintenance']);
  expect(await starts()).toEqual([7, 14]);
  // A second run of the same time enqueues nothing.
  expect(await refresh(T0 + 6 * DAY_MS + 1)).toEqual([]);
  expect(await starts()).toEqual([7, 14]);
  expect(maintenance.read(await maintenance.ref(db, id).get())?.refreshAt).toBe(T0 + 13 * DAY_MS);
});

describe('rules are expanded when a window is saved', () => {
  const expansions = [vi.spyOn(RRule.prototype, 'between'), vi.spyOn(RRule.prototype, 'after')];
  const countExpansions = () => expansions.reduce((sum, each) => sum + each.mock.calls.length, 0);
  const forget = () => void expansions.forEach((each) => void each.mockClear());
  const DENSE = 'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9';
  const list = async () => {
    const { body } = await api.call(user, 'GET', WINDOWS);
    return (body as { windows: MaintenanceAnswer[] }).windows;
  };
  const tasks = () => api.project.queue.waiting.filter(({ name }) => name === 'refreshMaintenance');

  beforeEach(() => {
    api.project.queue.waiting = [];
  });

  test('a list, another edit and a new monitor expand none of those that are stored', async () => {
    for (const monitor of [shop, blog]) await create({ rule: DENSE, durationMin: 1, monitors: [monitor] });
    const saved = await create({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', monitors: null });
    forget();
    const windows = await list();
    expect(countExpansions()).toBe(0);
    expect(windows).toContainEqual(saved);
    expect(tasks()).toEqual([]);
    await createMonitor(api, user, monitorBody(['c'], ['tw'], 'Third'));
    expect(countExpansions()).toBe(0);
    await create({ monitors: [blog] });
    expect(countExpansions()).toBe(0);
  });

  test('a document of an earlier version is expanded once more, and then stored', async () => {
    const created = await create({ rule: 'FREQ=WEEKLY' });
    const { db } = api.project.run(T0);
    const ref = maintenance.ref(db, created.id);
    await ref.update({ planned: FieldValue.delete() });
    forget();
    const [old] = await list();
    expect(old).toEqual(created);
    expect(countExpansions()).toBeGreaterThan(0);
    expect(tasks()).toMatchObject([{ input: { ownerId: user.uid } }]);
    await api.project.queue.work(api.project.run(T0));
    expect(maintenance.read(await ref.get())?.planned?.starts.length).toBeGreaterThan(10);
    forget();
    expect(await list()).toEqual([created]);
    expect([countExpansions(), tasks()]).toEqual([0, []]);
  });

  test('a changed rule takes place by itself, and an end keeps what is stored', async () => {
    const created = await create({ rule: 'FREQ=WEEKLY' });
    const changed = await api.call(user, 'PUT', `${WINDOWS}/${created.id}`, input({ rule: 'FREQ=DAILY;COUNT=3' }));
    expect(changed.body).toMatchObject({ occurrences: { length: 3 } });
    const [first] = created.occurrences;
    const ended = await api.call(user, 'PUT', `${WINDOWS}/${created.id}/ending`, {
      startsAt: first?.startsAt,
      endsAt: first?.startsAt,
    });
    expect(ended.body).toMatchObject({ occurrences: { length: 2 } });
  });

  test('stored starts that come to an end are followed by more', async () => {
    const { id } = await create({ rule: 'FREQ=YEARLY' });
    const planned = async () => maintenance.read(await maintenance.ref(api.project.run(T0).db, id).get())?.planned;
    const before = await planned();
    const nowMs = T0 + 310 * DAY_MS;
    await enqueueRefreshes(api.project.run(nowMs));
    await api.project.queue.work(api.project.run(nowMs));
    expect((await planned())?.toMs).toBeGreaterThan((before?.toMs ?? 0) + 300 * DAY_MS);
  });
});
