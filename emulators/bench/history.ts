import type { EndpointRange, MonitorUptime, Uptimes } from '@farwatch/core/contracts/api/history';
import type { ReportAnswer } from '@farwatch/core/contracts/api/reports';
import { hourSchema } from '@farwatch/core/documents/hour';
import { newUser, userSchema } from '@farwatch/core/documents/user';
import { seeded } from '@farwatch/core/testing/seeded';
import { dayStart } from '@farwatch/core/values/history/levels';
import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { signIn } from '../src/agents/sign-in.ts';
import { accounts } from '../src/project.ts';
import { type PastMonitor, seedDays } from '../src/seed/days.ts';
import { SeedDocuments } from '../src/seed/documents.ts';
import { checksIn, seedHours } from '../src/seed/hours.ts';
import { seedMonitor } from '../src/seed/monitors.ts';
import type { DemoEndpoint, PastOutage, WatchedMonitor } from '../src/seed/scenario-table.ts';
import { UIDS } from '../src/seed/users.ts';
import { warmUp } from '../src/warm-up.ts';
import { type Stage, withStage } from './stage.ts';
import { median, ms, printTable, whole } from './table.ts';

/** How often each call is made, each time for another endpoint or monitor, since answers are cached. */
const TURNS = 5;
/** How many more reads than the page of the last 24 h a range may take. */
const MORE_READS = { days90: 10, year: 20 };

type Called = { reads: number; tookMs: number; bytes: number };
type Call = <Answer>(path: string) => Promise<{ answer: Answer } & Called>;

/** Measures what the pages of a full account with a year of history read, and checks that the answers are right. */
export async function measureHistory(): Promise<void> {
  await withStage('bench-history', measure, { withWire: true });
}

async function measure(stage: Stage): Promise<void> {
  const nowMs = Date.now();
  const start = performance.now();
  const { monitors, written, months, years } = await seedYear(stage.db, stage.addresses.targets, nowMs);
  console.log(`${whole(written)} documents in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
  console.log(`A month of an endpoint: ${sizes(months)}; a year of a monitor: ${sizes(years)}\n`);
  const call = await caller(stage);
  await warmUp(stage.addresses, console.log);
  await call('/v1/uptime');
  const endpoints = monitors.flatMap((monitor) => monitor.endpoints);
  const rows = await endpointRows(call, endpoints, nowMs);
  const others = [...(await monitorRows(call, monitors, nowMs)), ...(await reportRows(call, monitors, nowMs))];
  printTable(
    ['call', 'reads', 'answered after', 'bytes'],
    [...rows, ...others].map(({ name, called }) => rowOf(name, called)),
  );
  assertReads(rows);
}

type Row = { name: string; called: Called[] };

async function endpointRows(call: Call, endpoints: readonly DemoEndpoint[], nowMs: number): Promise<Row[]> {
  const [day, days90, year]: Called[][] = [[], [], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [first, second, third] = endpoints.slice(turn * 13);
    if (!first || !second || !third) break;
    day?.push(await pageOfDay(call, first.id));
    days90?.push(await rangeOf(call, second, 90, nowMs));
    year?.push(await rangeOf(call, third, 365, nowMs));
    await checkTimes(call, second, nowMs);
  }
  return [
    { name: 'endpoint page, 24 h', called: day ?? [] },
    { name: 'endpoint page, 90 days', called: days90 ?? [] },
    { name: 'endpoint page, a year', called: year ?? [] },
  ];
}

/** The calls of the endpoint page besides its listeners. */
async function pageOfDay(call: Call, id: string): Promise<Called> {
  const parts = [
    await call(`/endpoints/${id}/history`),
    await call(`/endpoints/${id}/checks`),
    await call(`/endpoints/${id}/status-history?limit=10`),
  ];
  const sum = (of: (each: Called) => number) => parts.reduce((total, each) => total + of(each), 0);
  return { reads: sum(({ reads }) => reads), tookMs: sum(({ tookMs }) => tookMs), bytes: sum(({ bytes }) => bytes) };
}

async function rangeOf(call: Call, endpoint: DemoEndpoint, days: number, nowMs: number): Promise<Called> {
  const range = { fromMs: nowMs - days * DAY_MS, toMs: nowMs };
  const { answer, ...called } = await call<EndpointRange>(
    `/v1/endpoints/${endpoint.id}/history?${query(range)}&resolution=day&timeZone=Asia/Taipei`,
  );
  expectDowntime(endpoint.id, answer.totals, trueDowntime([endpoint], range, nowMs));
  return called;
}

/** Checks response times of whole hours, whose checks are known. */
async function checkTimes(call: Call, endpoint: DemoEndpoint, nowMs: number): Promise<void> {
  const range = { fromMs: dayStart(nowMs) - 90 * DAY_MS, toMs: hourStart(nowMs) };
  const { answer } = await call<EndpointRange>(`/v1/endpoints/${endpoint.id}/history?${query(range)}&resolution=day`);
  expectResponseTimes(endpoint, range, answer.totals, nowMs);
}

type Monitors = Awaited<ReturnType<typeof seedYear>>['monitors'];

async function monitorRows(call: Call, monitors: Monitors, nowMs: number): Promise<Row[]> {
  const rows = new Map<string, Called[]>();
  const add = (name: string, called: Called) => rows.set(name, [...(rows.get(name) ?? []), called]);
  for (const days of [90, 365]) {
    for (const { id, endpoints } of monitors.slice(0, TURNS)) {
      const range = { fromMs: nowMs - days * DAY_MS, toMs: nowMs };
      const { answer, ...called } = await call<MonitorUptime>(`/v1/monitors/${id}/uptime?${query(range)}`);
      expectDowntime(id, answer.totals, trueDowntime(endpoints, range, nowMs));
      add(`uptime of a monitor, ${days} days`, called);
    }
  }
  // Its ranges end when the server answers, which an outage at their start may straddle.
  const calledAtMs = Date.now();
  const { answer, ...called } = await call<Uptimes>('/v1/uptime');
  for (const { id, endpoints } of monitors) {
    const uptime = answer.monitors[id];
    if (!uptime) throw new Error(`${id} has no uptime`);
    for (const [days, cell] of [
      [7, uptime.days7] as const,
      [30, uptime.days30] as const,
      [90, uptime.days90] as const,
    ]) {
      const truth = trueDowntime(endpoints, { fromMs: calledAtMs - days * DAY_MS, toMs: calledAtMs }, nowMs);
      expectDowntime(id, cell, { ...truth, toleranceSec: truth.toleranceSec + called.tookMs / SECOND_MS });
    }
  }
  add(`uptime of all ${monitors.length} monitors`, called);
  return [...rows].map(([name, all]) => ({ name, called: all }));
}

async function reportRows(call: Call, monitors: Monitors, nowMs: number): Promise<Row[]> {
  const range = { fromMs: dayStart(nowMs) - 30 * DAY_MS, toMs: dayStart(nowMs) };
  const { answer, ...called } = await call<ReportAnswer>(`/v1/reports?${query(range)}`);
  const endpoints = monitors.flatMap((monitor) => monitor.endpoints);
  expectDowntime('the report', answer.totals, trueDowntime(endpoints, range, nowMs));
  return [{ name: 'report of 30 days', called: [called] }];
}

/** Calls the API as user@ and counts what that reads. */
async function caller({ addresses, wire }: Stage): Promise<Call> {
  const idToken = await signIn(addresses.authHost, accounts.user);
  const control = `http://${wire?.control}`;
  return async <Answer>(path: string) => {
    await fetch(`${control}/reset`, { method: 'POST' });
    const start = performance.now();
    const response = await fetch(`${addresses.origin}/api${path}`, { headers: { Authorization: `Bearer ${idToken}` } });
    const text = await response.text();
    const tookMs = performance.now() - start;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    const { reads } = (await (await fetch(`${control}/counts`)).json()) as { reads: number };
    return { answer: JSON.parse(text) as Answer, reads, tookMs, bytes: text.length };
  };
}

function query({ fromMs, toMs }: { fromMs: number; toMs: number }): string {
  return `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
}

function rowOf(name: string, called: readonly Called[]): string[] {
  const of = (key: keyof Called) => called.map((each) => each[key]);
  const took = `${ms(median(of('tookMs')))} (${ms(Math.max(...of('tookMs')))})`;
  return [name, String(Math.max(...of('reads'))), took, whole(median(of('bytes')))];
}

/** Throws if a range reads much more than the last 24 h. */
function assertReads([day, days90, year]: readonly Row[]): void {
  const most = (row: Row | undefined) => Math.max(...(row?.called ?? []).map(({ reads }) => reads));
  for (const [row, more] of [[days90, MORE_READS.days90] as const, [year, MORE_READS.year] as const]) {
    if (!(most(row) <= most(day) + more)) throw new Error(`${row?.name}: ${most(row)} reads, for 24 h ${most(day)}`);
  }
}

function sizes(bytes: readonly number[]): string {
  return `${whole(median(bytes))} bytes (${whole(Math.max(...bytes))})`;
}

const DAYS = 366;
const ENDPOINTS = LIMITS.endpointsPerOwner;
const LOCATIONS = [...LOCATION_CODES];
const MONITORS = 20;
const OUTAGES = 6;
/** Endpoints that answer equally fast are checked alike, so that a year takes no longer to generate than of these. */
const SPEEDS = 10;

/** The monitors of a full account, and what happened to them in a year: the same ones for the same time. */
function yearMonitors(): WatchedMonitor[] {
  const random = seeded(365);
  return Array.from({ length: MONITORS }, (_, index): WatchedMonitor => {
    const id = `benchMonitor${index}`;
    const endpoints = Array.from({ length: ENDPOINTS / MONITORS }, (_each, number): DemoEndpoint => {
      const name = `${String(index).padStart(2, '0')}x${String(number).padStart(2, '0')}`;
      const typicalMs = 40 + 35 * (number % SPEEDS);
      return { id: `benchEndpoint${name}`, name, path: `/site/${name}`, typicalMs, outages: outages(random) };
    });
    return { id, name: `Site ${index}`, description: '', tags: [], locations: LOCATIONS, days: DAYS, endpoints };
  });
}

/** Makes one outage in each sixth of the year, some of them seen by one location only. */
function outages(random: ReturnType<typeof seeded>): PastOutage[] {
  const hours = (DAYS * 24) / OUTAGES;
  return Array.from({ length: OUTAGES }, (_, index) => {
    const hoursAgo = (index + 0.1 + 0.8 * random.share()) * hours;
    const locations = random.share() < 0.7 ? LOCATIONS : LOCATIONS.slice(0, 1);
    return { hoursAgo, minutes: random.spread(3, 600), locations, statusCode: 503 };
  });
}

/** Writes the account of user@ with its year. Returns the number of its documents and the bytes of its days. */
async function seedYear(db: Firestore, targets: string, nowMs: number) {
  const documents = new SeedDocuments();
  const ownerId = UIDS.user;
  const monitors = yearMonitors();
  const profile = newUser({ displayName: 'Bench', email: accounts.user.email }, nowMs - DAYS * DAY_MS);
  documents.put(userSchema, `users/${ownerId}`, { ...profile, endpointCount: ENDPOINTS });
  const past = monitors.map((each): PastMonitor => seedMonitor(documents, each, { ownerId, targets }, nowMs));
  seedDays(documents, ownerId, past, nowMs);
  const watched = monitors.flatMap(({ endpoints }) => endpoints.map((demo) => ({ demo, locations: LOCATIONS })));
  for (const [id, hour] of seedHours(ownerId, watched, nowMs, 2)) documents.put(hourSchema, `hours/${id}`, hour);
  const sizes = (collection: string) => [...documents.in(collection).values()].map(({ days }) => bytesOf(days));
  const written = await documents.write(db);
  return { monitors, written, months: sizes('months'), years: sizes('years') };
}

function bytesOf(days: unknown): number {
  const all = typeof days === 'object' && days !== null ? Object.values(days) : [];
  return all.reduce((sum, each) => sum + (each instanceof Uint8Array ? each.length : 0), 0);
}

type Range = { fromMs: number; toMs: number };

/** Each location notices an outage and its end a little later, and most of them must. */
const NOTICED_WITHIN_SEC = 2;
/** The tolerated relative error of percentiles. */
const TOLERANCE = 0.05;

/** How long endpoints were down in a range by their outages that most locations saw, and how far that may be off. */
function trueDowntime(endpoints: readonly DemoEndpoint[], { fromMs, toMs }: Range, nowMs: number) {
  const lengths = endpoints.flatMap(({ outages }) =>
    outages.flatMap(({ hoursAgo, minutes, locations }) => {
      const startMs = nowMs - hoursAgo * HOUR_MS;
      const endMs = startMs + (minutes ?? 0) * MINUTE_MS;
      const lengthMs = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
      return lengthMs > 0 && locations.length * 2 > LOCATION_CODES.length ? lengthMs / SECOND_MS : [];
    }),
  );
  return {
    outages: lengths.length,
    sec: lengths.reduce((sum, length) => sum + length, 0),
    toleranceSec: NOTICED_WITHIN_SEC * lengths.length,
  };
}

/** Throws unless the downtime is the true one. */
function expectDowntime(
  what: string,
  answered: { downtimeSec: number; outages: number },
  truth: ReturnType<typeof trueDowntime>,
): void {
  const isRight =
    answered.outages === truth.outages && Math.abs(answered.downtimeSec - truth.sec) <= truth.toleranceSec;
  if (!isRight)
    throw new Error(
      `${what}: ${answered.downtimeSec} s in ${answered.outages}, not ${truth.sec} s in ${truth.outages}`,
    );
}

type Answered = { checks: number; failures: number; p50Ms: number | null; p95Ms: number | null; p99Ms: number | null };

/** Throws unless the numbers are those of the checks that were generated for a range of whole hours. */
function expectResponseTimes(endpoint: DemoEndpoint, range: Range, answered: Answered, nowMs: number): void {
  const hours = Array.from(
    { length: (range.toMs - range.fromMs) / HOUR_MS },
    (_, hour) => range.fromMs + hour * HOUR_MS,
  );
  const checks = hours.flatMap((hourAt) =>
    LOCATION_CODES.flatMap((location) => checksIn(endpoint, location, hourAt, nowMs)),
  );
  const sorted = checks.flatMap(({ ms, error }) => (error === null ? ms : [])).sort((a, b) => a - b);
  const failures = checks.length - sorted.length;
  if (answered.checks !== checks.length || answered.failures !== failures)
    throw new Error(`${endpoint.id}: ${answered.failures} of ${answered.checks}, not ${failures} of ${checks.length}`);
  for (const [percent, ms] of [
    [50, answered.p50Ms] as const,
    [95, answered.p95Ms] as const,
    [99, answered.p99Ms] as const,
  ]) {
    const exact = sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
    if (ms === null || Math.abs(ms - exact) > TOLERANCE * exact)
      throw new Error(`${endpoint.id}: p${percent} is ${ms} ms, not ${exact} ms`);
  }
}
