import { deflateRawSync } from 'node:zlib';
import { monitorDay } from '@farwatch/core/decisions/history/day-record';
import { endpointSteps } from '@farwatch/core/decisions/history/endpoint-steps';
import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
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
import { orderedLocations } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import type { SeedDocuments } from './documents.ts';
import { checksIn } from './hours.ts';
import type { DemoEndpoint, WatchedMonitor } from './scenario-table.ts';
import type { Simulated } from './simulate.ts';

/** A seeded monitor, with what happened to its endpoints in their order. */
export type PastMonitor = { demo: WatchedMonitor; maintenance: readonly Occurrence[]; past: readonly Simulated[] };

/**
 * Adds an owner's days up to yesterday, as the daily task would have built them: months, years and what is built. The
 * day before is the last one until yesterday's last hour is rolled up.
 */
export function seedDays(documents: SeedDocuments, ownerId: string, monitors: PastMonitor[], nowMs: number): void {
  const builtUntil = dayStart(nowMs - HISTORY.builtAfterMs);
  for (const monitor of monitors) seedMonitorDays(documents, ownerId, monitor, { builtUntil, nowMs });
  const built = { ownerId, builtUntil, checkedAt: nowMs, dueAt: nextDueAt(nowMs) };
  documents.put(historySchema, `histories/${ownerId}`, built);
}

type Times = { builtUntil: number; nowMs: number };

function seedMonitorDays(
  documents: SeedDocuments,
  ownerId: string,
  monitor: PastMonitor,
  { builtUntil, nowMs }: Times,
): void {
  const place = { ownerId, monitorId: monitor.demo.id };
  const histories = monitor.past.map(({ endpoint, events }) =>
    endpointHistory(endpoint, transitionsOf(events), monitor.maintenance),
  );
  const [months, years] = [new Map<string, Month>(), new Map<string, Year>()];
  const firstAt = Math.min(...histories.map(({ createdAt }) => dayStart(createdAt)));
  for (let dayAt = firstAt; dayAt < builtUntil; dayAt += DAY_MS) {
    const days = monitor.demo.endpoints.map((demo, index): EndpointDay => {
      const history = histories[index];
      if (!history) throw new Error(`${demo.id} has no past`);
      const steps = endpointSteps(history, { fromMs: dayAt, toMs: dayAt + DAY_MS });
      const day = { steps, cells: cellsOf(monitor, demo, { dayAt, createdAt: history.createdAt, nowMs }) };
      const part = monthPart({ ...place, endpointId: demo.id }, dayAt, deflate(packEndpointDay(day, dayAt)));
      addDay(months, monthId(demo.id, dayAt), part);
      return day;
    });
    const bytes = deflate(packMonitorDay(monitorDay(days), dayAt));
    addDay(years, yearId(monitor.demo.id, dayAt), yearPart(place, dayAt, bytes));
  }
  for (const [id, month] of months) documents.put(monthSchema, `months/${id}`, month);
  for (const [id, year] of years) documents.put(yearSchema, `years/${id}`, year);
}

/** As the functions store it (functions/src/history/pack-day.ts). */
function deflate(packed: Uint8Array): Uint8Array {
  return deflateRawSync(packed, { level: 9 });
}

type Day = { dayAt: number; createdAt: number; nowMs: number };

/** The day's checks of an endpoint, by location and hour. */
function cellsOf(
  { demo: { locations } }: PastMonitor,
  demo: DemoEndpoint,
  { dayAt, createdAt, nowMs }: Day,
): HourCell[] {
  const hours = Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => dayAt + hour * HOUR_MS);
  return orderedLocations(locations).flatMap((location) =>
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
