import {
  type EndpointRange,
  type MonitorUptime,
  UPTIME_DAYS,
  type Uptimes,
} from '@farwatch/core/contracts/api/history';
import type { ReportAnswer } from '@farwatch/core/contracts/api/reports';
import { type StatusJson, statusJsonSchema } from '@farwatch/core/contracts/status-json';
import { continuedUptime } from '@farwatch/core/decisions/history/monitor-range';
import { endpointAvailability, monitorMetrics } from '@farwatch/core/decisions/status/availability';
import { endpointHistories } from '@farwatch/core/decisions/status/monitor-history';
import { lastPeriod, rangeOf } from '@farwatch/core/decisions/summary/summary-period';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { floorTo } from '@farwatch/core/values/floor-to';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSummary } from '../domain/summaries/read-summary.ts';
import { monitors } from '../platform/db/collections.ts';
import { reportAndDrain } from '../testing/api/calls.ts';
import { putAgent } from '../testing/api/documents.ts';
import { listen } from '../testing/api/listen.ts';
import { createMonitor, idOf, monitorBody } from '../testing/api/monitors.ts';
import { createPage, pageBody } from '../testing/api/page-calls.ts';
import type { TestUser } from '../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../testing/api/test-api.ts';
import { putDemo } from '../testing/demo.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { T0 } from '../testing/test-project.ts';
import { statusSiteApp } from './site/app.ts';

const PAGE = 'figures';
const RANGES = { days7: 7, days30: 30, days90: 90 } as const;
type RangeName = keyof typeof RANGES;

/** One account, and the page that shows each of its monitors and endpoints under its id. */
type World = { api: TestApi; user: TestUser; site: Awaited<ReturnType<typeof listen>> };

async function openSite(api: TestApi, user: TestUser): Promise<World> {
  const newRun = () => api.project.run(api.clock.nowMs);
  const own = await monitorsOf(api, user);
  const components = own.flatMap(({ id, monitor }) => [
    { name: id, monitorId: id, endpointId: null },
    ...Object.keys(monitor.endpoints).map((endpointId) => ({ name: endpointId, monitorId: id, endpointId })),
  ]);
  await createPage(api, user, PAGE, pageBody(components));
  return { api, user, site: await listen(statusSiteApp({ newRun, env: { APP_URL: 'https://farwatch.test' } })) };
}

async function monitorsOf(api: TestApi, user: TestUser): Promise<{ id: string; monitor: Monitor }[]> {
  const { db } = api.project.run(api.clock.nowMs);
  const { docs } = await monitors.collection(db).where('ownerId', '==', user.uid).get();
  return docs.flatMap((doc) => {
    const monitor = monitors.read(doc);
    return monitor ? [{ id: doc.id, monitor }] : [];
  });
}

async function answer<Answer>({ api, user }: World, path: string, query: Record<string, string> = {}) {
  const { status, body } = await api.call(user, 'GET', `${path}?${new URLSearchParams(query)}`);
  expect({ path, status, body }).toMatchObject({ status: 200 });
  return body as Answer;
}

const iso = (atMs: number) => new Date(atMs).toISOString();
const rangeQuery = (nowMs: number, days: number) => ({ from: iso(nowMs - days * DAY_MS), to: iso(nowMs) });

/** What the page says of all its components, by their names: as JSON, as text, and by its badges. */
async function pageFigures({ site }: World) {
  const textOf = async (path: string) => (await fetch(`${site.origin}${path}`)).text();
  const json: StatusJson = statusJsonSchema.parse(JSON.parse(await textOf(`/status/${PAGE}.json`)));
  const html = await textOf(`/status/${PAGE}`);
  const rows = [...html.matchAll(/<h3>(.*?)<\/h3>.*?<b>(?:(.*?)% uptime|No data yet)/gs)];
  const texts = new Map(rows.map(([, name = '', percent]) => [name, percent === undefined ? null : Number(percent)]));
  const components = json.groups.flatMap(({ components: each }) => each);
  const badges = await Promise.all(
    components.map(async ({ key, name }) => {
      const titles = await Promise.all(
        ['24h', '7d', '30d', '90d'].map((range) => textOf(`/badge/${PAGE}/${key}.svg?type=uptime&range=${range}`)),
      );
      const [hours24, days7, days30, days90] = titles.map((each) => /<title>.*?: ([\d.]+)%/.exec(each)?.[1] ?? null);
      return [name, { hours24, days7, days30, days90 }] as const;
    }),
  );
  return { json: new Map(components.map((each) => [each.name, each])), texts, badges: new Map(badges) };
}

/** Rounded down, as a page does. */
const toPage = (percent: number | null) => (percent === null ? null : floorTo(percent, 3));
const toText = (percent: number | null) => (percent === null ? null : `${floorTo(percent, 2)}`);

/** Compares all figures that the account's screens, files, pages and mails have of its monitors and endpoints. */
async function compare(world: World): Promise<void> {
  const { api, user } = world;
  const { nowMs } = api.clock;
  const page = await pageFigures(world);
  const all = await answer<Uptimes>(world, '/v1/uptime');
  expect(all.to).toBe(iso(nowMs));
  const metrics = await scrape(world);
  for (const { id, monitor } of await monitorsOf(api, user)) {
    const day = monitorMetrics(monitor, nowMs);
    const uptimes = new Map<string, number | null>([['hours24', day.knownMs === 0 ? null : day.uptimePercent]]);
    const ofDay = await answer<MonitorUptime>(world, `/v1/monitors/${id}/uptime`, rangeQuery(nowMs, 1));
    expect({ id, knownSec: ofDay.totals.knownSec, coverage: ofDay.totals.coverage }).toEqual({
      id,
      knownSec: day.knownMs / SECOND_MS,
      coverage: day.coverage,
    });
    expect(ofDay.totals.uptime).toBe(uptimes.get('hours24'));
    for (const [name, days] of Object.entries(RANGES) as [RangeName, number][]) {
      const cell = all.monitors[id]?.[name];
      if (!cell) throw new Error(`no ${name} of ${id}`);
      uptimes.set(name, cell.uptime);
      const query = rangeQuery(nowMs, days);
      const { totals } = await answer<MonitorUptime>(world, `/v1/monitors/${id}/uptime`, query);
      expect({ id, name, ...totals }).toMatchObject(cell);
      // The cards continue the answer, also one that is a minute old.
      expect(continuedUptime(cell, monitor, { toMs: nowMs, nowMs })).toMatchObject(cell);
      await expectReport(world, { id, name, days, cell });
      const endpoints = await Promise.all(
        Object.keys(monitor.endpoints).map((endpointId) =>
          answer<EndpointRange>(world, `/v1/endpoints/${endpointId}/history`, { ...query, resolution: 'day' }),
        ),
      );
      for (const field of ['knownSec', 'downtimeSec', 'unknownSec', 'outages'] as const) {
        const sum = endpoints.reduce((total, each) => total + each.totals[field], 0);
        expect({ id, name, [field]: sum }).toEqual({ id, name, [field]: cell[field] });
      }
      for (const [index, endpointId] of Object.keys(monitor.endpoints).entries()) {
        const uptime = endpoints[index]?.totals.uptime ?? null;
        expect({ endpointId, name, uptime: page.json.get(endpointId)?.uptime?.[name] }).toEqual({
          endpointId,
          name,
          uptime: toPage(uptime),
        });
      }
    }
    for (const [endpointId, history] of endpointHistories(monitor)) {
      const { knownMs, uptimePercent } = endpointAvailability(history, nowMs);
      const shown = toPage(knownMs === 0 ? null : uptimePercent);
      expect({ endpointId, hours24: page.json.get(endpointId)?.uptime?.hours24 }).toEqual({
        endpointId,
        hours24: shown,
      });
    }
    const expected = Object.fromEntries(uptimes);
    const asPage = Object.fromEntries([...uptimes].map(([name, uptime]) => [name, toPage(uptime)]));
    const asText = Object.fromEntries([...uptimes].map(([name, uptime]) => [name, toText(uptime)]));
    expect({ id, ...page.json.get(id)?.uptime }).toEqual({ id, ...asPage });
    expect({ id, ...page.badges.get(id) }).toEqual({ id, ...asText });
    expect({ id, metrics: metrics.get(id) }).toEqual({ id, metrics: withoutShort(uptimes, all.monitors[id], day) });
    expect({ id, text: page.texts.get(id) }).toEqual({
      id,
      text: expected.days90 == null ? null : floorTo(expected.days90, 2),
    });
  }
}

/** The uptime of each monitor by window, as Prometheus reads it, in percent. */
async function scrape({ api, user }: World): Promise<Map<string, Record<string, number>>> {
  const response = await fetch(`${api.origin}/api/metrics`, { headers: { Authorization: `Bearer ${user.token}` } });
  const lines = (await response.text()).matchAll(
    /^farwatch_monitor_uptime_ratio\{monitor="(.*)",window="(.*)"\} (.*)$/gm,
  );
  const found = new Map<string, Record<string, number>>();
  for (const [, id = '', window = '', value] of lines)
    found.set(id, { ...found.get(id), [NAMES[window] ?? window]: Math.round(Number(value) * 100 * 1e9) / 1e9 });
  return found;
}

const NAMES: Record<string, string> = { '24h': 'hours24', '7d': 'days7', '30d': 'days30', '90d': 'days90' };

/** Metrics have no sample for 100 % of less than an hour. */
function withoutShort(
  uptimes: ReadonlyMap<string, number | null>,
  cells: Uptimes['monitors'][string] | undefined,
  { knownMs }: { knownMs: number },
) {
  const knownSec: Record<string, number> = { hours24: knownMs / SECOND_MS };
  for (const name of Object.keys(RANGES) as RangeName[]) knownSec[name] = cells?.[name].knownSec ?? 0;
  const shown = [...uptimes].flatMap(([name, uptime]) =>
    uptime === null || (uptime === 100 && (knownSec[name] ?? 0) < 3600) ? [] : [[name, Math.round(uptime * 1e9) / 1e9]],
  );
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
}

type Reported = { id: string; name: string; days: number; cell: Uptimes['monitors'][string]['days7'] };

/** The report and its CSV have the same as the list of monitors. */
async function expectReport(world: World, { id, name, days, cell }: Reported): Promise<void> {
  const { nowMs } = world.api.clock;
  const query = { ...rangeQuery(nowMs, days), monitorId: id };
  const report = await answer<ReportAnswer>(world, '/v1/reports', query);
  const [row] = report.monitors;
  expect({ name, ...row }).toMatchObject({ id, ...cell });
  expect(report.totals).toMatchObject(cell);
  const { lines } = await answer<{ lines: string }>(world, '/v1/reports/csv', { ...query, table: 'monitors' });
  const [head = '', line = ''] = lines.split('\r\n');
  const values = Object.fromEntries(head.split(',').map((column, index) => [column, line.split(',')[index]]));
  // Names and tags with commas come before these columns.
  const fromEnd = (column: string) => line.split(',').at(head.split(',').indexOf(column) - head.split(',').length);
  expect([fromEnd('downtimeSec'), fromEnd('outages'), values.monitorId]).toEqual([
    String(cell.downtimeSec),
    String(cell.outages),
    id,
  ]);
  expect(fromEnd('uptimePercent')).toBe(cell.uptime === null ? '' : String(floorTo(cell.uptime, 4)));
}

describe('a seeded account', () => {
  let world: World;
  beforeAll(async () => {
    const api = await newTestApi();
    // Between two seconds, so that no figure is right by chance.
    api.clock.nowMs = T0 + 34 * MINUTE_MS + 56_789;
    world = await openSite(api, await putDemo(api));
  });
  afterAll(async () => {
    await world.site.close();
    await world.api.close();
  });

  test('has the same figures everywhere', () => compare(world));

  test('has the same figures everywhere hours later, although nothing has changed', async () => {
    for (const hours of [5, 13]) {
      world.api.clock.nowMs += hours * 60 * MINUTE_MS + 12_345;
      await compare(world);
    }
  });

  test('has a weekly summary with the figures of the report of that week', async () => {
    const { api, user } = world;
    const firstDay = lastPeriod('weekly', 'Asia/Taipei', api.clock.nowMs);
    const week = rangeOf('weekly', firstDay, 'Asia/Taipei');
    const summary = await readSummary(
      api.project.run(api.clock.nowMs),
      user.uid,
      { kind: 'weekly', firstDay },
      'Asia/Taipei',
    );
    const report = await answer<ReportAnswer>(world, '/v1/reports', { from: iso(week.fromMs), to: iso(week.toMs) });
    const figures = ({ uptime, outages }: { uptime: number | null; outages: number }) => ({ uptime, outages });
    expect(summary && figures(summary.totals)).toEqual(figures(report.totals));
    expect(summary?.totals.downtimeMs).toBe(report.totals.downtimeSec * SECOND_MS);
    for (const row of summary?.monitors ?? []) {
      const reported = report.monitors.find(({ id }) => id === row.id);
      expect({ ...figures(row), downtimeSec: row.downtimeMs / SECOND_MS }).toEqual(
        reported && { ...figures(reported), downtimeSec: reported.downtimeSec },
      );
    }
    const known = report.monitors.filter(({ knownSec, unknownSec }) => knownSec + unknownSec > 0);
    expect(summary?.monitors.map(({ id }) => id).sort()).toEqual(known.map(({ id }) => id).sort());
  });
});

describe('a monitor of ten minutes that is down', () => {
  let world: World;
  beforeAll(async () => {
    const api = await newTestApi();
    const user = await api.user();
    const agent = new TestAgent('tw1');
    await putAgent(api, agent.id, 'tw', { state: { spool: null, seq: 0 } });
    const monitor = await createMonitor(api, user, monitorBody(['a', 'b']));
    const ids = ['a', 'b'].map((name) => idOf(monitor, name));
    api.clock.nowMs = T0 + MINUTE_MS + 4321;
    await reportAndDrain(api, agent, user, { up: ids });
    api.clock.nowMs = T0 + 7 * MINUTE_MS + 1234;
    await reportAndDrain(api, agent, user, { down: ids });
    api.clock.nowMs = T0 + 10 * MINUTE_MS + 987;
    world = await openSite(api, user);
  });
  afterAll(async () => {
    await world.site.close();
    await world.api.close();
  });

  test('has the same figures everywhere', () => compare(world));
  test('has the same figures everywhere three minutes later', async () => {
    world.api.clock.nowMs += 3 * MINUTE_MS + 500;
    await compare(world);
  });
});

test('the ranges are those that the lists offer', () => expect(Object.values(RANGES)).toEqual([...UPTIME_DAYS]));
