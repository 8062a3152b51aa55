import { dayOfCells, hourCells, monitorDay } from '@farwatch/core/decisions/history/day-record';
import { LOOKBACK_MS } from '@farwatch/core/decisions/history/endpoint-steps';
import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { type ExpandedWindow, occurrencesFor } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import type { StatusHistory } from '@farwatch/core/decisions/status/spans';
import { monthId, monthPart, yearId, yearPart } from '@farwatch/core/documents/history';
import { hourId } from '@farwatch/core/documents/hour';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { HourCell } from '@farwatch/core/values/history/check-cell';
import type { EndpointDay } from '@farwatch/core/values/history/day-codec';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import type { Transition } from '@farwatch/core/values/transition';
import { type DocumentData, type DocumentReference, Timestamp } from 'firebase-admin/firestore';
import { splitIntoChunks } from '../../platform/db/attempt-each.ts';
import { hours, months, statusEvents, years } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { deflateEndpointDay, deflateMonitorDay } from './pack-day.ts';
import { maintenanceByEndpoint, readTransitions } from './read-live-histories.ts';
import { withOutageStart } from './with-outage-start.ts';

/** An hour of a full account with short intervals takes almost a megabyte. */
const HOURS_AT_ONCE = 6;
const WRITES_AT_ONCE = 100;

/** The values that an owner's days are built from, in addition to the hours. */
export type Sources = {
  monitors: readonly (Pick<Monitor, 'endpoints'> & { id: string })[];
  windows: readonly ExpandedWindow[];
};

type Write = { ref: DocumentReference; data: DocumentData };

/** Builds and writes one UTC day of an owner: a write for each endpoint and monitor, which leaves other days as they are. */
export async function buildDay(run: Run, ownerId: string, sources: Sources, dayAt: number): Promise<void> {
  const endpoints = sources.monitors.flatMap((monitor) => Object.values(monitor.endpoints));
  if (!endpoints.some(({ createdAt }) => createdAt < dayAt + DAY_MS)) return;
  const histories = await readDayHistories(run, ownerId, sources, dayAt);
  const cells = await readCells(run, ownerId, dayAt);
  const writes = sources.monitors.flatMap((monitor) =>
    monitorWrites(run, ownerId, { histories, cells }, monitor, dayAt),
  );
  for (const chunk of splitIntoChunks(writes, WRITES_AT_ONCE)) {
    const batch = run.db.batch();
    for (const { ref, data } of chunk) batch.set(ref, data, { merge: true });
    await batch.commit();
  }
}

type DaySources = {
  histories: ReadonlyMap<string, StatusHistory>;
  cells: ReadonlyMap<string, readonly HourCell[]>;
};

function monitorWrites(
  run: Run,
  ownerId: string,
  { histories, cells }: DaySources,
  monitor: Sources['monitors'][number],
  dayAt: number,
): Write[] {
  const { id: monitorId } = monitor;
  const writes: Write[] = [];
  const days: EndpointDay[] = [];
  for (const endpointId of Object.keys(monitor.endpoints)) {
    const history = histories.get(endpointId);
    if (!history || history.createdAt >= dayAt + DAY_MS) continue;
    const day = dayOfCells(history, cells.get(endpointId) ?? [], dayAt);
    days.push(day);
    const part = monthPart({ ownerId, monitorId, endpointId }, dayAt, deflateEndpointDay(day, dayAt));
    writes.push({ ref: months.ref(run.db, monthId(endpointId, dayAt)), data: months.toDocument(part) });
  }
  if (days.length === 0) return writes;
  const part = yearPart({ ownerId, monitorId }, dayAt, deflateMonitorDay(monitorDay(days), dayAt));
  return [...writes, { ref: years.ref(run.db, yearId(monitorId, dayAt)), data: years.toDocument(part) }];
}

/** Reads the status history of each endpoint up to the end of a day, by its id. */
async function readDayHistories(
  run: Run,
  ownerId: string,
  { monitors: own, windows }: Sources,
  dayAt: number,
): Promise<Map<string, StatusHistory>> {
  const maintenanceOf = maintenanceByEndpoint(own, ({ id }) => occurrencesFor(windows, id));
  const range = { fromMs: dayAt - LOOKBACK_MS, toMs: dayAt + DAY_MS - 1 };
  const transitions = await readTransitions(run, ownerId, range, maintenanceOf);
  const endpoints = own.flatMap((monitor) => Object.entries(monitor.endpoints));
  const histories = endpoints.map(async ([id, endpoint]) => {
    const found = transitions.get(id) ?? [];
    const last = found.at(-1);
    const changedAt = Math.max(endpoint.since, endpoint.slowChangedAt ?? 0);
    const isLater = !last && changedAt > range.toMs && endpoint.createdAt <= range.toMs;
    // Without a change up to then, the next one has the status of the day.
    const known = isLater ? await readNextTransition(run, id, range.toMs) : found;
    const slow = last?.slow ? { since: last.at } : null;
    const then = { ...endpoint, ...(last && { status: last.to, slow }) };
    const read = { id, endpoint: then, maintenance: maintenanceOf.get(id) ?? [] };
    return [id, await withOutageStart(run, read, known, dayAt)] as const;
  });
  return new Map(await Promise.all(histories));
}

async function readNextTransition(run: Run, endpointId: string, afterMs: number): Promise<Transition[]> {
  const later = statusEvents.collection(run.db, endpointId).where('changedAt', '>', Timestamp.fromMillis(afterMs));
  const { docs } = await later.orderBy('changedAt').limit(1).get();
  return transitionsOf(docs.flatMap((doc) => statusEvents.readIfValid(doc) ?? [])).slice(0, 1);
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
