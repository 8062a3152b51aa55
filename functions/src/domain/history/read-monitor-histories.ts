import { type MonitorHistory, monitorHistory } from '@farwatch/core/decisions/history/monitor-range';
import { dayOfYear, yearId } from '@farwatch/core/documents/history';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { MonitorDay } from '@farwatch/core/values/history/day-codec';
import { daysIn } from '@farwatch/core/values/history/levels';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { years } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { inflateMonitorDay } from './pack-day.ts';
import { readLiveFrom } from './read-history.ts';
import { readLiveHistories } from './read-live-histories.ts';

/** A document with its id. */
export type WithId<Document> = Document & { id: string };

/**
 * Reads the histories of an owner's monitors over a range, by their ids. It costs one document for all, and one for
 * each monitor and year, at most two for a range up to a year. Ranges that end before now cost no more.
 */
export async function readMonitorHistories(
  run: Run,
  ownerId: string,
  monitors: readonly WithId<Monitor>[],
  range: Range,
): Promise<Map<string, MonitorHistory>> {
  if (monitors.length === 0) return new Map();
  const liveFromMs = await readLiveFrom(run, ownerId);
  const days = await readYears(run, monitors, { ...range, toMs: Math.min(range.toMs, liveFromMs) });
  const live = { fromMs: liveFromMs, toMs: run.nowMs };
  const histories = await readLiveHistories(run, ownerId, monitors, live, range);
  return new Map(
    monitors.map((monitor) => {
      const { id } = monitor;
      return [id, monitorHistory(monitor, days.get(id) ?? new Map(), live, range, histories.get(id) ?? [])];
    }),
  );
}

type DaysOfMonitors = Map<string, Map<number, MonitorDay>>;

async function readYears(run: Run, monitors: readonly { id: string }[], range: Range): Promise<DaysOfMonitors> {
  const requested = new Set(daysIn(range));
  const ids = new Set(monitors.flatMap(({ id }) => [...requested].map((dayAt) => yearId(id, dayAt))));
  const found: DaysOfMonitors = new Map();
  if (ids.size === 0) return found;
  for (const document of await run.db.getAll(...[...ids].map((id) => years.ref(run.db, id)))) {
    const year = years.readIfValid(document);
    if (!year) continue;
    const days = found.get(year.monitorId) ?? new Map<number, MonitorDay>();
    found.set(year.monitorId, days);
    for (const [key, bytes] of Object.entries(year.days)) {
      const dayAt = dayOfYear(year, key);
      const day = requested.has(dayAt)
        ? inflateIfValid(() => inflateMonitorDay(bytes, dayAt), document.ref.path, key)
        : null;
      if (day) days.set(dayAt, day);
    }
  }
  return found;
}

/** Logs the place of a day that cannot be read, and counts the day as not built. */
export function inflateIfValid<Day>(inflate: () => Day, path: string, key: string): Day | null {
  try {
    return inflate();
  } catch (error) {
    console.error(`${path} has an unreadable day ${key}: ${reasonOf(error)}`);
    return null;
  }
}
