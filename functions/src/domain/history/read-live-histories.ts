import { LOOKBACK_MS } from '@farwatch/core/decisions/history/endpoint-steps';
import { HistoryReader } from '@farwatch/core/decisions/history/event-order';
import { endpointHistories } from '@farwatch/core/decisions/status/monitor-history';
import type { StatusHistory } from '@farwatch/core/decisions/status/spans';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { RETENTION } from '@farwatch/core/values/limits';
import type { Transition } from '@farwatch/core/values/transition';
import { Timestamp } from 'firebase-admin/firestore';
import { statusEvents } from '../../platform/db/collections.ts';
import { readPages } from '../../platform/db/pages.ts';
import type { Run } from '../../platform/db/run.ts';
import { withOutageStart } from './with-outage-start.ts';

const PAGE = 500;

type MonitorWithId = Monitor & { id: string };

/**
 * Reads the status histories of each monitor's endpoints since the start of `live`: from the monitors' documents, which
 * reach back for 25 h, or from the owner's events if `live` started earlier and the range includes that.
 */
export async function readLiveHistories(
  run: Run,
  ownerId: string,
  monitors: readonly MonitorWithId[],
  live: Range,
  range: Range,
): Promise<Map<string, StatusHistory[]>> {
  const isInDocuments = live.fromMs >= run.nowMs - RETENTION.transitionMs || range.toMs <= live.fromMs;
  if (isInDocuments) return new Map(monitors.map((each) => [each.id, [...endpointHistories(each).values()]]));
  const maintenanceOf = maintenanceByEndpoint(monitors, (each) => each.maintenance);
  const transitions = await readTransitions(
    run,
    ownerId,
    { ...live, fromMs: live.fromMs - LOOKBACK_MS },
    maintenanceOf,
  );
  const historiesOf = ({ endpoints, maintenance }: MonitorWithId) =>
    Object.entries(endpoints).map(([id, endpoint]) =>
      withOutageStart(run, { id, endpoint, maintenance }, transitions.get(id) ?? [], live.fromMs),
    );
  const histories = monitors.map(async (each) => [each.id, await Promise.all(historiesOf(each))] as const);
  return new Map(await Promise.all(histories));
}

type Maintenance = StatusHistory['maintenance'];

/** Returns the maintenance of each endpoint by its id. */
export function maintenanceByEndpoint<M extends Pick<Monitor, 'endpoints'>>(
  monitors: readonly M[],
  maintenanceOf: (monitor: M) => Maintenance,
): Map<string, Maintenance> {
  return new Map(
    monitors.flatMap((each) => {
      const maintenance = maintenanceOf(each);
      return Object.keys(each.endpoints).map((id) => [id, maintenance] as const);
    }),
  );
}

/** Reads the transitions of these endpoints of an owner in a range, by endpoint, a page of entries at a time. */
export async function readTransitions(
  run: Run,
  ownerId: string,
  { fromMs, toMs }: Range,
  maintenanceOf: ReadonlyMap<string, Maintenance>,
): Promise<Map<string, Transition[]>> {
  const entries = run.db
    .collectionGroup('events')
    .where('ownerId', '==', ownerId)
    .where('changedAt', '>=', Timestamp.fromMillis(fromMs))
    .where('changedAt', '<=', Timestamp.fromMillis(toMs));
  const readers = new Map([...maintenanceOf].map(([id, maintenance]) => [id, new HistoryReader(maintenance)]));
  for await (const docs of readPages(entries.orderBy('changedAt'), PAGE)) {
    for (const doc of docs) {
      const event = statusEvents.readIfValid(doc);
      if (event) readers.get(doc.ref.parent.parent?.id ?? '')?.add(event);
    }
  }
  return new Map([...readers].map(([id, reader]) => [id, reader.transitions()]));
}
