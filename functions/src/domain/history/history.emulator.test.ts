import type { EndpointRange, MonitorUptime, Uptimes } from '@farwatch/core/contracts/api/history';
import { type History, nextDueAt } from '@farwatch/core/documents/history';
import type { EndpointStatus } from '@farwatch/core/values/status';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type Transition, trimTransitions } from '@farwatch/core/values/transition';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JOBS } from '../../entry/jobs/job-work.ts';
import { buildHistory } from '../../entry/tasks/build-history.ts';
import { rollAgentHour } from '../../entry/tasks/roll-agent-hour.ts';
import { endpoints, histories, monitors, months, years } from '../../platform/db/collections.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';

const DAY = T0 - 12 * HOUR_MS;
/** The last of the jobs that build a day's history, whichever the owner's is. */
const BUILT_AT = DAY + DAY_MS + 2 * HOUR_MS + 35 * MINUTE_MS;
const CHECKS = 18;

let api: TestApi;
let user: TestUser;
let agent: TestAgent;
let monitorId: string;
let shop: string;
let blog: string;

/** A day: checks of both endpoints every ten minutes for three hours, and one outage of twenty minutes. */
beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  agent = new TestAgent('tw1');
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
  const monitor = await createMonitor(api, user, monitorBody(['shop', 'blog']));
  monitorId = monitor.id;
  [shop, blog] = [idOf(monitor, 'shop'), idOf(monitor, 'blog')];
  for (let index = 0; index < CHECKS; index += 1) {
    api.clock.nowMs = T0 + index * 10 * MINUTE_MS;
    const isDown = index === 6 || index === 7;
    await reportAndDrain(api, agent, user, isDown ? { up: [blog], down: [shop] } : { up: [shop, blog] });
  }
  for (const hour of [0, 1, 2]) await rollHour(T0 + hour * HOUR_MS, T0 + (hour + 1) * HOUR_MS + 6 * MINUTE_MS);
  await runJobAt(BUILT_AT);
});
afterEach(() => api.close());

const rollHour = (hourAt: number, nowMs: number) => rollAgentHour(api.project.run(nowMs), { agentId: 'tw1', hourAt });

async function runJobAt(nowMs: number): Promise<void> {
  api.clock.nowMs = nowMs;
  const run = api.project.run(nowMs);
  api.project.queue.waiting = [];
  await JOBS.buildHistories.run(run);
  while (api.project.queue.waiting.length > 0) await api.project.queue.work(run);
}

async function historyNow(): Promise<History | null> {
  return histories.read(await histories.ref(api.project.run(T0).db, user.uid).get());
}

/** The stored days by document, as text. */
async function storedDays(): Promise<Record<string, string>> {
  const { db } = api.project.run(T0);
  const found = await Promise.all([months, years].map((each) => each.collection(db).get()));
  return Object.fromEntries(
    found.flatMap(({ docs }) => docs.map((doc) => [doc.ref.path, JSON.stringify(doc.data())] as const)),
  );
}

const iso = (atMs: number) => new Date(atMs).toISOString();
const pathOf = (id: string, query: Record<string, string>) =>
  `/v1/endpoints/${id}/history?${new URLSearchParams(query)}`;

async function rangeOf(id: string, fromMs = DAY, toMs = DAY + DAY_MS): Promise<EndpointRange> {
  api.clock.nowMs += 11 * SECOND_MS;
  const query = { from: iso(fromMs), to: iso(toMs), resolution: 'day', timeZone: 'Asia/Taipei' };
  const { status, body } = await api.call(user, 'GET', pathOf(id, query));
  expect(status).toBe(200);
  return body as EndpointRange;
}

test('a day is built from its events and hours, and answered exactly', async () => {
  expect(await historyNow()).toMatchObject({
    builtUntil: DAY + DAY_MS,
    dueAt: nextDueAt(user.uid, DAY + DAY_MS + HOUR_MS),
  });
  const { totals, points, locations, weekHours, before, from } = await rangeOf(shop);
  const outage = { downtimeSec: 1200, outages: 1, mttrSec: 1200, checks: CHECKS, failures: 2, p50Ms: 119.3 };
  expect(totals).toMatchObject({ ...outage, knownSec: 12 * 3600, unknownSec: 0, coverage: 1 });
  expect([from, before]).toEqual([iso(T0), null]);
  // In Taipei the day ends four hours after the monitor was created.
  expect(points.map((each) => [each.from, each.downtimeSec, each.checks])).toEqual([
    [iso(T0), 1200, CHECKS],
    [iso(T0 + 4 * HOUR_MS), 0, 0],
  ]);
  expect(points[0]?.phases).toEqual({ dnsMs: 3, connectMs: 12, tlsMs: 20, firstByteMs: 80, bodyMs: 5 });
  expect(locations).toMatchObject([{ location: 'tw', checks: CHECKS, failures: 2 }]);
  expect(weekHours.map(({ weekday, hour, checks }) => [weekday, hour, checks])).toEqual([
    [5, 20, 6],
    [5, 21, 6],
    [5, 22, 6],
  ]);
  expect((await rangeOf(blog)).totals).toMatchObject({ uptime: 100, outages: 0, checks: CHECKS });
});

test('a range that ends now adds the current day', async () => {
  api.clock.nowMs = DAY + DAY_MS + 2 * HOUR_MS;
  await reportAndDrain(api, agent, user, { down: [shop] });
  api.clock.nowMs += 30 * MINUTE_MS;
  const { totals } = await rangeOf(shop, T0, api.clock.nowMs + DAY_MS);
  expect(totals).toMatchObject({ checks: CHECKS + 1, failures: 3, outages: 2, knownSec: 14 * 3600 + 1811 });
  expect(totals.downtimeSec).toBe(1200 + 1811);
});

test('until the last of the three hours a day that is not built yet is answered as afterwards', async () => {
  api.clock.nowMs = DAY + DAY_MS + 2 * HOUR_MS + 20 * MINUTE_MS;
  const built = await rangeOf(shop);
  const { db } = api.project.run(T0);
  for (const each of [months, years]) {
    for (const { ref } of (await each.collection(db).get()).docs) await ref.delete();
  }
  await histories.ref(db, user.uid).update({ builtUntil: new Date(DAY) });
  const { totals, points } = await rangeOf(shop);
  expect(points.map((each) => each.downtimeSec)).toEqual(built.points.map((each) => each.downtimeSec));
  expect(totals).toMatchObject({
    checks: CHECKS,
    downtimeSec: 1200,
    outages: 1,
    failures: 2,
    uptime: built.totals.uptime,
  });
});

test('a monitor’s uptime is that of its endpoints together', async () => {
  const query = new URLSearchParams({ from: iso(T0), to: iso(DAY + DAY_MS) });
  const { body } = await api.call(user, 'GET', `/v1/monitors/${monitorId}/uptime?${query}`);
  const { totals, before } = body as MonitorUptime;
  expect(totals).toMatchObject({ knownSec: 24 * 3600, downtimeSec: 1200, outages: 1, checks: 0 });
  expect(before).toBeNull();
  const all = (await api.call(user, 'GET', '/v1/uptime')).body as Uptimes;
  expect(all.monitors[monitorId]?.days7).toMatchObject({ downtimeSec: 1200, outages: 1, coverage: 1 });
  expect(all.monitors[monitorId]?.days90).toEqual(all.monitors[monitorId]?.days7);
});

test('a day that is built again has the same bytes, also by two tasks at once', async () => {
  const first = await storedDays();
  expect(Object.keys(first)).toHaveLength(3);
  const run = api.project.run(BUILT_AT + HOUR_MS);
  await histories.ref(run.db, user.uid).update({ builtUntil: new Date(DAY) });
  await Promise.all([buildHistory(run, { ownerId: user.uid }), buildHistory(run, { ownerId: user.uid })]);
  expect(await storedDays()).toEqual(first);
  expect(await historyNow()).toMatchObject({ builtUntil: DAY + DAY_MS, dirtyDays: {} });
});

test('hours that are rolled up late are added to their day by the next build', async () => {
  api.clock.nowMs = DAY + DAY_MS + 3 * HOUR_MS;
  const late = T0 + 5 * HOUR_MS;
  const report = agent.buildReport(late, { ownerId: user.uid, up: [shop] });
  await agent.send(api.project.run(api.clock.nowMs), report);
  await rollHour(hourStart(late), api.clock.nowMs);
  await runJobAt(BUILT_AT + DAY_MS);
  expect((await rangeOf(shop)).totals).toMatchObject({ checks: CHECKS + 1, downtimeSec: 1200 });
});

test('maintenance that is planned over a past outage takes it from the history', async () => {
  api.clock.nowMs = DAY + DAY_MS + 2 * HOUR_MS;
  const start = iso(T0 + HOUR_MS).slice(0, 16);
  const window = { name: 'Move', monitors: null, start, timeZone: 'UTC', durationMin: 60, rule: null };
  expect((await api.call(user, 'POST', '/v1/maintenance', window)).status).toBe(201);
  expect(await historyNow()).toMatchObject({ dirtyDays: { '2026-11-20': api.clock.nowMs }, dueAt: api.clock.nowMs });
  await runJobAt(BUILT_AT + 2 * HOUR_MS);
  const expected = { downtimeSec: 0, outages: 0, maintenanceSec: 3600, knownSec: 11 * 3600, uptime: 100 };
  expect((await rangeOf(shop)).totals).toMatchObject(expected);
});

test('maintenance over the start of an outage corrects the days into which it runs', async () => {
  await runJobAt(BUILT_AT + 2 * DAY_MS);
  const since = DAY + 22 * HOUR_MS;
  api.clock.nowMs = BUILT_AT + 2 * DAY_MS + HOUR_MS;
  const report = agent.buildReport(api.clock.nowMs, { ownerId: user.uid, down: [shop] });
  const verdict = report.owners[user.uid]?.verdicts[shop];
  if (verdict) verdict.since = since;
  await agent.send(api.project.run(api.clock.nowMs), report);
  await agent.reportAndDrain(api.project.run(api.clock.nowMs), { ownerId: user.uid, up: [blog] });
  await runJobAt(BUILT_AT + 2 * DAY_MS + 2 * HOUR_MS);
  const start = iso(since - HOUR_MS).slice(0, 16);
  const window = { name: 'Move', monitors: null, start, timeZone: 'UTC', durationMin: 180, rule: null };
  expect((await api.call(user, 'POST', '/v1/maintenance', window)).status).toBe(201);
  const marked = { '2026-11-20': api.clock.nowMs, '2026-11-21': api.clock.nowMs, '2026-11-22': api.clock.nowMs };
  expect(await historyNow()).toMatchObject({ dirtyDays: marked });
  await runJobAt(BUILT_AT + 2 * DAY_MS + 3 * HOUR_MS);
  expect((await rangeOf(shop, DAY, DAY + DAY_MS)).totals).toMatchObject({ outages: 1, downtimeSec: 1200 });
  const { totals } = await rangeOf(shop, DAY + DAY_MS, DAY + 3 * DAY_MS);
  expect(totals).toMatchObject({ outages: 1, downtimeSec: 48 * 3600 });
});

test('days of missed runs are built together, and a day without anything is known', async () => {
  await runJobAt(BUILT_AT + 3 * DAY_MS);
  expect(await historyNow()).toMatchObject({ builtUntil: DAY + 4 * DAY_MS });
  const { totals } = await rangeOf(shop, DAY + DAY_MS, DAY + 4 * DAY_MS);
  expect(totals).toMatchObject({ knownSec: 3 * 24 * 3600, checks: 0, outages: 0 });
});

test('a status change that arrives a day late corrects the days since', async () => {
  await runJobAt(BUILT_AT + DAY_MS);
  api.clock.nowMs = BUILT_AT + DAY_MS + HOUR_MS;
  const since = DAY + 22 * HOUR_MS;
  const report = agent.buildReport(api.clock.nowMs, { ownerId: user.uid, down: [shop] });
  const verdict = report.owners[user.uid]?.verdicts[shop];
  if (verdict) verdict.since = since;
  await agent.send(api.project.run(api.clock.nowMs), report);
  await agent.reportAndDrain(api.project.run(api.clock.nowMs), { ownerId: user.uid, up: [blog] });
  await runJobAt(BUILT_AT + DAY_MS + 2 * HOUR_MS);
  expect((await rangeOf(shop, DAY, DAY + 2 * DAY_MS)).totals).toMatchObject({
    downtimeSec: 1200 + 26 * 3600,
    outages: 2,
  });
});

/** Stores a change of the shop's status as the drain does. */
async function changeStatus(atMs: number, from: EndpointStatus, to: EndpointStatus): Promise<void> {
  const { db } = api.project.run(atMs);
  const at = new Date(atMs);
  const event = {
    ownerId: user.uid,
    changedAt: at,
    previous: from,
    next: to,
    locations: ['tw'],
    previousDurationMs: 0,
  };
  await db.collection(`endpoints/${shop}/events`).add(event);
  const [endpoint, monitor] = await Promise.all([
    endpoints.ref(db, shop).get().then(endpoints.read),
    monitors.ref(db, monitorId).get().then(monitors.read),
  ]);
  const transition: Transition = { at: atMs, from, to, locations: ['tw'] };
  const kept = trimTransitions(endpoint?.transitions ?? [], [transition], atMs, 100);
  const inMonitor = trimTransitions(monitor?.transitions ?? [], [{ ...transition, endpoint: shop }], atMs, 100);
  await endpoints.ref(db, shop).update(endpoints.toUpdate({ status: to, since: atMs, transitions: kept }));
  await monitors.ref(db, monitorId).update({
    ...monitors.toUpdate({ transitions: inMonitor }),
    [`endpoints.${shop}.status`]: to,
    [`endpoints.${shop}.since`]: at,
  });
}

test.each([
  ['a day', 20],
  ['three days', 66],
])('an outage that nothing is known of for %s counts once', async (_what, hoursLater) => {
  const lostAt = DAY + DAY_MS + 22 * HOUR_MS;
  await changeStatus(lostAt - 2 * HOUR_MS, 'up', 'down');
  await changeStatus(lostAt, 'down', 'unknown');
  const atMs = lostAt + hoursLater * HOUR_MS;
  const nextDays = Math.floor((atMs - DAY) / DAY_MS);
  for (let day = 1; day < nextDays; day += 1) await runJobAt(BUILT_AT + day * DAY_MS);
  await changeStatus(atMs, 'unknown', 'down');
  await changeStatus(atMs + HOUR_MS, 'down', 'up');
  api.clock.nowMs = atMs + 2 * HOUR_MS;
  const fromMs = DAY + DAY_MS;
  const uptimeOf = async (toMs: number) => {
    const query = new URLSearchParams({ from: iso(fromMs), to: iso(toMs) });
    return ((await api.call(user, 'GET', `/v1/monitors/${monitorId}/uptime?${query}`)).body as MonitorUptime).totals;
  };
  expect((await rangeOf(shop, fromMs, api.clock.nowMs)).totals).toMatchObject({ outages: 1 });
  expect(await uptimeOf(api.clock.nowMs)).toMatchObject({ outages: 1 });
  await runJobAt(BUILT_AT + nextDays * DAY_MS);
  expect((await rangeOf(shop, fromMs, DAY + (nextDays + 1) * DAY_MS)).totals).toMatchObject({ outages: 1 });
  const { db } = api.project.run(atMs);
  await histories
    .ref(db, user.uid)
    .update({ [`dirtyDays.${iso(lostAt + DAY_MS).slice(0, 10)}`]: 1, dueAt: new Date(0) });
  await runJobAt(BUILT_AT + nextDays * DAY_MS + HOUR_MS);
  expect((await rangeOf(shop, fromMs, DAY + (nextDays + 1) * DAY_MS)).totals).toMatchObject({ outages: 1 });
  expect(await uptimeOf(DAY + (nextDays + 1) * DAY_MS)).toMatchObject({ outages: 1 });
});

test('a deleted endpoint takes its months along, a deleted monitor its years; then nothing is due', async () => {
  await api.call(user, 'DELETE', `/endpoints/${blog}`);
  await api.runRemovals();
  expect(Object.keys(await storedDays())).toEqual([`months/${shop}_2026-11`, `years/${monitorId}_2026`]);
  await api.call(user, 'DELETE', `/monitors/${monitorId}`);
  await api.runRemovals();
  expect(await storedDays()).toEqual({});
  await runJobAt(BUILT_AT + DAY_MS);
  expect(await historyNow()).toMatchObject({ dueAt: null });
  await createMonitor(api, user, monitorBody(['new']));
  expect(await historyNow()).toMatchObject({
    builtUntil: DAY + 2 * DAY_MS,
    dueAt: nextDueAt(user.uid, DAY + 2 * DAY_MS + HOUR_MS),
  });
});

test('an owner from before histories existed gets one with the first look at it', async () => {
  await histories.ref(api.project.run(T0).db, user.uid).delete();
  expect((await rangeOf(shop)).totals.knownSec).toBeGreaterThan(0);
  await runJobAt(BUILT_AT + 2 * HOUR_MS);
  expect((await rangeOf(shop)).totals).toMatchObject({ knownSec: 12 * 3600, downtimeSec: 1200 });
});

describe('what is refused', () => {
  const now = BUILT_AT;
  test.each([
    ['a reversed range', { from: iso(now), to: iso(T0) }, 'to'],
    ['more than 400 days', { from: iso(now - 401 * DAY_MS), to: iso(now) }, 'from'],
    ['the future', { from: iso(now + DAY_MS), to: iso(now + 2 * DAY_MS) }, 'from'],
    ['before it existed', { from: iso(T0 - DAY_MS), to: iso(T0 - HOUR_MS) }, 'to'],
    ['an unknown zone', { from: iso(T0), to: iso(now), timeZone: 'Europe/Unknown' }, 'timeZone'],
    ['another resolution', { from: iso(T0), to: iso(now), resolution: 'week' }, 'resolution'],
  ])('%s', async (_, query, path) => {
    const { body } = await api.call(user, 'GET', pathOf(shop, { resolution: 'day', ...query }));
    expect(body).toMatchObject({ code: 'invalid', details: [{ path }] });
  });

  test('another owner’s endpoint and monitor', async () => {
    const other = await api.user();
    const query = { from: iso(T0), to: iso(now), resolution: 'day' };
    for (const path of [pathOf(shop, query), `/v1/monitors/${monitorId}/uptime?${new URLSearchParams(query)}`]) {
      expect((await api.call(other, 'GET', path)).status).toBe(404);
    }
    expect((await api.call(other, 'GET', '/v1/uptime')).body).toEqual({ to: expect.any(String), monitors: {} });
  });
});

describe('the checks of a day', () => {
  const checksOn = (day: string, zone = 'UTC') =>
    api.call(user, 'GET', `/endpoints/${shop}/checks?${new URLSearchParams({ day, userTimezone: zone })}`);

  test.each([
    ['2026-11-20', 'UTC', CHECKS],
    ['2026-11-20', 'Asia/Taipei', CHECKS],
    ['2026-11-20', 'Pacific/Auckland', 0],
    ['2026-11-21', 'Pacific/Auckland', CHECKS],
    ['2026-11-21', 'UTC', 0],
  ])('%s in %s', async (day, zone, count) => {
    const { data } = (await checksOn(day, zone)).body as { data: { checkTime: string }[] };
    const times = data.map(({ checkTime }) => checkTime);
    expect(times).toHaveLength(count);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test.each([
    ['2026-11-11', 'UTC', 'day'],
    ['2026-11-22', 'UTC', 'day'],
    ['2026-11-20', 'Unknown', 'userTimezone'],
  ])('not %s in %s', async (day, zone, path) => {
    expect((await checksOn(day, zone)).body).toMatchObject({ code: 'invalid', details: [{ path }] });
  });
});
