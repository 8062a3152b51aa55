import { dayOfCells, hourCells, monitorDay } from '@farwatch/core/decisions/history/day-record';
import { type ExpandedWindow, occurrencesFor } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import type { StatusEvent } from '@farwatch/core/documents/endpoint';
import { monthId, monthPart, yearId, yearPart } from '@farwatch/core/documents/history';
import { hourId } from '@farwatch/core/documents/hour';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { HourCell } from '@farwatch/core/values/history/check-cell';
import type { EndpointDay } from '@farwatch/core/values/history/day-codec';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import type { DocumentData, DocumentReference } from 'firebase-admin/firestore';
import { splitIntoChunks } from '../../platform/db/attempt-each.ts';
import { hours, months, years } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { deflateEndpointDay, deflateMonitorDay } from './pack-day.ts';
import { historiesOf } from './read-live-histories.ts';

/** An hour of a full account with short intervals takes almost a megabyte. */
const HOURS_AT_ONCE = 6;
const WRITES_AT_ONCE = 100;

/** The values that an owner's days are built from, in addition to the hours. */
export type Sources = {
  monitors: readonly (Pick<Monitor, 'endpoints'> & { id: string })[];
  events: ReadonlyMap<string, readonly StatusEvent[]>;
  windows: readonly ExpandedWindow[];
};

type Write = { ref: DocumentReference; data: DocumentData };

/** Builds and writes one UTC day of an owner: a write for each endpoint and monitor, which leaves other days as they are. */
export async function buildDay(run: Run, ownerId: string, sources: Sources, dayAt: number): Promise<void> {
  const endpoints = sources.monitors.flatMap((monitor) => Object.values(monitor.endpoints));
  if (!endpoints.some(({ createdAt }) => createdAt < dayAt + DAY_MS)) return;
  const cells = await readCells(run, ownerId, dayAt);
  const writes = sources.monitors.flatMap((monitor) =>
    monitorWrites(run, ownerId, { ...sources, cells }, monitor, dayAt),
  );
  for (const chunk of splitIntoChunks(writes, WRITES_AT_ONCE)) {
    const batch = run.db.batch();
    for (const { ref, data } of chunk) batch.set(ref, data, { merge: true });
    await batch.commit();
  }
}

type DaySources = Sources & { cells: ReadonlyMap<string, readonly HourCell[]> };

function monitorWrites(
  run: Run,
  ownerId: string,
  { events, windows, cells }: DaySources,
  monitor: Sources['monitors'][number],
  dayAt: number,
): Write[] {
  const { id: monitorId } = monitor;
  const writes: Write[] = [];
  const days: EndpointDay[] = [];
  for (const [endpointId, history] of historiesOf(monitor, events, occurrencesFor(windows, monitorId))) {
    if (history.createdAt >= dayAt + DAY_MS) continue;
    const day = dayOfCells(history, cells.get(endpointId) ?? [], dayAt);
    days.push(day);
    const part = monthPart({ ownerId, monitorId, endpointId }, dayAt, deflateEndpointDay(day, dayAt));
    writes.push({ ref: months.ref(run.db, monthId(endpointId, dayAt)), data: months.toDocument(part) });
  }
  if (days.length === 0) return writes;
  const part = yearPart({ ownerId, monitorId }, dayAt, deflateMonitorDay(monitorDay(days), dayAt));
  return [...writes, { ref: years.ref(run.db, yearId(monitorId, dayAt)), data: years.toDocument(part) }];
}

/** Reads the day's checks of each endpoint, from a document for each hour and location. */
async function readCells(run: Run, ownerId: string, dayAt: number): Promise<Map<string, HourCell[]>> {
  const found = new Map<string, HourCell[]>();
  const starts = Array.from({ length: DAY_MS / HOUR_MS }, (_, index) => dayAt + index * HOUR_MS);
  const ids = LOCATION_CODES.flatMap((location) => starts.map((hourAt) => hourId(ownerId, location, hourAt)));
  for (const chunk of splitIntoChunks(ids, HOURS_AT_ONCE)) {
    for (const document of await run.db.getAll(...chunk.map((id) => hours.ref(run.db, id)))) {
      const hour = hours.readIfValid(document);
      if (!hour) continue;
      const { hourAt, location } = hour;
      for (const [endpointId, agents] of Object.entries(hour.endpoints)) {
        const parts = Object.values(agents).map((stat) => ({ hourAt, location, stat }));
        found.set(endpointId, [...(found.get(endpointId) ?? []), ...hourCells(parts)]);
      }
    }
  }
  return found;
}
