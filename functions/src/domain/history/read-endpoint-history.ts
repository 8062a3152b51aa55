import type { LocatedCheck } from '@farwatch/core/decisions/checks/endpoint-hours';
import { cellsOfChecks } from '@farwatch/core/decisions/history/day-record';
import type { EndpointHistory } from '@farwatch/core/decisions/history/endpoint-range';
import { endpointSteps, LOOKBACK_MS } from '@farwatch/core/decisions/history/endpoint-steps';
import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { stepsOver } from '@farwatch/core/decisions/history/history-part';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { dayOfMonth, monthId } from '@farwatch/core/documents/history';
import type { EndpointDay } from '@farwatch/core/values/history/day-codec';
import { daysIn } from '@farwatch/core/values/history/levels';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { RETENTION } from '@farwatch/core/values/limits';
import type { Transition } from '@farwatch/core/values/transition';
import { Timestamp } from 'firebase-admin/firestore';
import { monitors, months, statusEvents } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { inflateEndpointDay } from './pack-day.ts';
import { readLiveFrom } from './read-history.ts';
import { inflateIfValid } from './read-monitor-histories.ts';
import { withOutageStart } from './with-outage-start.ts';

type EndpointWithId = Endpoint & { id: string };
/** Reads an endpoint's checks of a range that ends now. */
type ReadChecks = (range: Range) => Promise<LocatedCheck[]>;

const maintenanceField = monitors.pick('maintenance');

/**
 * Reads an endpoint's history over a range that ends no later than now: a document for each month, two more, and, where
 * the range includes the time since the last built day, its checks.
 */
export async function readEndpointHistory(
  run: Run,
  endpoint: EndpointWithId,
  range: Range,
  readChecks: ReadChecks,
): Promise<EndpointHistory> {
  const { createdAt } = endpoint;
  const liveFromMs = await readLiveFrom(run, endpoint.ownerId);
  const isLive = range.toMs > liveFromMs;
  const live = { fromMs: liveFromMs, toMs: run.nowMs };
  const [days, steps, checks] = await Promise.all([
    readMonths(run, endpoint.id, { ...range, toMs: Math.min(range.toMs, liveFromMs) }),
    isLive ? readLiveSteps(run, endpoint, live) : [],
    isLive ? readChecks({ ...live, toMs: run.nowMs + 1 }) : [],
  ]);
  const built = [...days.values()].flatMap(({ cells }) => cells);
  // Checks of the last 24 h may be those of a built day.
  const recent = checks.filter(({ at }) => at >= liveFromMs);
  return {
    createdAt,
    steps: stepsOver({ days, live: { fromMs: liveFromMs, steps }, createdAts: [createdAt] }, range),
    cells: [...built, ...cellsOfChecks(recent)],
  };
}

/** Reads the built days of an endpoint in a range, by their starts. */
export async function readMonths(run: Run, endpointId: string, range: Range): Promise<Map<number, EndpointDay>> {
  const daysInRange = new Set(daysIn(range));
  const ids = new Set([...daysInRange].map((dayAt) => monthId(endpointId, dayAt)));
  const days = new Map<number, EndpointDay>();
  if (ids.size === 0) return days;
  for (const document of await run.db.getAll(...[...ids].map((id) => months.ref(run.db, id)))) {
    const month = months.readIfValid(document);
    for (const [key, bytes] of Object.entries(month?.days ?? {})) {
      const dayAt = month ? dayOfMonth(month, key) : 0;
      const { path } = document.ref;
      const day = daysInRange.has(dayAt) ? inflateIfValid(() => inflateEndpointDay(bytes, dayAt), path, key) : null;
      if (day) days.set(dayAt, day);
    }
  }
  return days;
}

/**
 * Reads the steps from the endpoint's and its monitor's documents, which reach back for 25 h, or otherwise from its
 * events.
 */
async function readLiveSteps(run: Run, endpoint: EndpointWithId, live: Range) {
  const [monitor] = await maintenanceField.getAll(run.db, monitors.ref(run.db, endpoint.monitorId));
  const maintenance = monitor?.maintenance ?? [];
  if (live.fromMs >= run.nowMs - RETENTION.transitionMs)
    return endpointSteps(endpointHistory(endpoint, endpoint.transitions, maintenance), live);
  const transitions = await readTransitions(run, endpoint.id, live.fromMs);
  const history = await withOutageStart(run, { id: endpoint.id, endpoint, maintenance }, transitions, live.fromMs);
  return endpointSteps(history, live);
}

async function readTransitions(run: Run, endpointId: string, fromMs: number): Promise<Transition[]> {
  const since = Timestamp.fromMillis(fromMs - LOOKBACK_MS);
  const { docs } = await statusEvents.collection(run.db, endpointId).where('changedAt', '>=', since).get();
  return transitionsOf(docs.flatMap((doc) => statusEvents.readIfValid(doc) ?? []));
}
