import { deflateRawSync } from 'node:zlib';
import { dayOfCells, monitorDay } from '@farwatch/core/decisions/history/day-record';
import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import type { StatusHistory } from '@farwatch/core/decisions/status/spans';
import {
  historySchema,
  type Month,
  monthId,
  monthPart,
  monthSchema,
  nextDueAt,
  type Year,
  yearId,
  yearPart,
  yearSchema,
} from '@farwatch/core/documents/history';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import { checkCell, type HourCell } from '@farwatch/core/values/history/check-cell';
import { type EndpointDay, packEndpointDay, packMonitorDay } from '@farwatch/core/values/history/day-codec';
import { dayStart } from '@farwatch/core/values/history/levels';
import { HISTORY } from '@farwatch/core/values/limits';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import type { SeedDocuments } from './documents.ts';
import { checksIn, hasOutage, type Watched } from './hours.ts';
import type { DemoEndpoint, WatchedMonitor } from './scenario-table.ts';
import type { Simulated } from './simulate.ts';

/** A seeded monitor, with what happened to each of its endpoints. */
export type PastMonitor = {
  demo: WatchedMonitor;
  maintenance: readonly Occurrence[];
  past: readonly (Simulated & { demo: DemoEndpoint })[];
};

/**
 * Adds an owner's days up to yesterday, as the daily task would have built them: months, years and what is built. The
 * day before is the last one until yesterday's last hour is rolled up.
 */
export function seedDays(documents: SeedDocuments, ownerId: string, monitors: PastMonitor[], nowMs: number): void {
  const builtUntil = dayStart(nowMs - HISTORY.builtAfterMs);
  const times = { builtUntil, nowMs };
  const quiet: QuietDays = new Map();
  for (const monitor of monitors) seedMonitorDays(documents, { ownerId, quiet }, monitor, times);
  const built = { ownerId, builtUntil, checkedAt: nowMs, dueAt: nextDueAt(ownerId, nowMs) };
  documents.put(historySchema, `histories/${ownerId}`, built);
}

type Times = { builtUntil: number; nowMs: number };
type BuiltDay = { day: EndpointDay; bytes: Uint8Array };
/** Days in which nothing happened, which are the same for endpoints that are checked alike: many of a large account. */
type QuietDays = Map<string, BuiltDay>;

function seedMonitorDays(
  documents: SeedDocuments,
  { ownerId, quiet }: { ownerId: string; quiet: QuietDays },
  monitor: PastMonitor,
  { builtUntil, nowMs }: Times,
): void {
  const place = { ownerId, monitorId: monitor.demo.id };
  const endpoints = monitor.past.map(({ demo, endpoint, events }) => {
    return { demo, history: endpointHistory(endpoint, transitionsOf(events), monitor.maintenance) };
  });
  const [months, years] = [new Map<string, Month>(), new Map<string, Year>()];
  const firstAt = Math.min(...endpoints.map(({ history }) => dayStart(history.createdAt)));
  for (let dayAt = firstAt; dayAt < builtUntil; dayAt += DAY_MS) {
    const days = endpoints.map(({ demo, history }): EndpointDay => {
      const watched = { demo, locations: monitor.demo.locations };
      const { day, bytes } = buildDay(watched, history, { dayAt, nowMs }, quiet);
      addDay(months, monthId(demo.id, dayAt), monthPart({ ...place, endpointId: demo.id }, dayAt, bytes));
      return day;
    });
    const bytes = deflate(packMonitorDay(monitorDay(days), dayAt));
    addDay(years, yearId(monitor.demo.id, dayAt), yearPart(place, dayAt, bytes));
  }
  for (const [id, month] of months) documents.put(monthSchema, `months/${id}`, month);
  for (const [id, year] of years) documents.put(yearSchema, `years/${id}`, year);
}

type Day = { dayAt: number; nowMs: number };

function buildDay(watched: Watched, history: StatusHistory, { dayAt, nowMs }: Day, quiet: QuietDays): BuiltDay {
  const { demo, locations } = watched;
  const endAt = dayAt + DAY_MS;
  const isWorkedOn = history.maintenance.some(({ startsAt, endsAt }) => startsAt < endAt && endsAt > dayAt);
  const isQuiet = history.createdAt <= dayAt && !isWorkedOn && !hasOutage(demo, dayAt, endAt, nowMs);
  const key = [demo.typicalMs, demo.growth, demo.id.length, locations, dayAt].join(' ');
  const known = isQuiet ? quiet.get(key) : undefined;
  if (known) return known;
  const day = dayOfCells(history, cellsOf(watched, { dayAt, nowMs, createdAt: history.createdAt }), dayAt);
  const built = { day, bytes: deflate(packEndpointDay(day, dayAt)) };
  if (isQuiet) quiet.set(key, built);
  return built;
}

/** Compresses a day as the functions store it (functions/src/domain/history/pack-day.ts). */
function deflate(packed: Uint8Array): Uint8Array {
  return deflateRawSync(packed, { level: 9 });
}

/** The day's checks of an endpoint, by location and hour. */
function cellsOf({ demo, locations }: Watched, { dayAt, createdAt, nowMs }: Day & { createdAt: number }): HourCell[] {
  const hours = Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => dayAt + hour * HOUR_MS);
  return locations.flatMap((location) =>
    hours.flatMap((hourAt) => {
      const checks = checksIn(demo, location, hourAt, nowMs).filter(({ at }) => at >= createdAt);
      return checks.length === 0 ? [] : [{ hourAt, location, ...checkCell(checks) }];
    }),
  );
}

/** Adds a day to the document that it is a part of. */
function addDay<Part extends { days: Record<string, Uint8Array> }>(
  all: Map<string, Part>,
  id: string,
  part: Part,
): void {
  const known = all.get(id);
  all.set(id, known ? { ...part, days: { ...known.days, ...part.days } } : part);
}
