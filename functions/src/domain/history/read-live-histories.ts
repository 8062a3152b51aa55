import { LOOKBACK_MS } from '@farwatch/core/decisions/history/endpoint-steps';
import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { endpointHistories, endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import type { StatusHistory } from '@farwatch/core/decisions/status/spans';
import type { StatusEvent } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { RETENTION } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { statusEvents } from '../../platform/db/collections.ts';
import { readPages } from '../../platform/db/pages.ts';
import type { Run } from '../../platform/db/run.ts';

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
  const events = await readEvents(run, ownerId, live.fromMs - LOOKBACK_MS);
  return new Map(monitors.map((each) => [each.id, [...historiesOf(each, events, each.maintenance).values()]]));
}

/**
 * Reads an owner's status changes since a time, by endpoint. They may include those of endpoints that are being
 * deleted.
 */
export async function readEvents(run: Run, ownerId: string, sinceMs: number): Promise<Map<string, StatusEvent[]>> {
  const since = Timestamp.fromMillis(sinceMs);
  const query = run.db.collectionGroup('events').where('ownerId', '==', ownerId).where('changedAt', '>=', since);
  const found = new Map<string, StatusEvent[]>();
  for await (const docs of readPages(query.orderBy('changedAt'), PAGE)) {
    for (const doc of docs) {
      const event = statusEvents.readIfValid(doc);
      const endpointId = doc.ref.parent.parent?.id;
      if (!event || endpointId === undefined) continue;
      const known = found.get(endpointId);
      if (known) known.push(event);
      else found.set(endpointId, [event]);
    }
  }
  return found;
}

/** Returns the status history of each of a monitor's endpoints, by its id, from their status changes. */
export function historiesOf(
  { endpoints }: Pick<Monitor, 'endpoints'>,
  events: ReadonlyMap<string, readonly StatusEvent[]>,
  maintenance: StatusHistory['maintenance'],
): Map<string, StatusHistory> {
  return new Map(
    Object.entries(endpoints).map(([id, endpoint]) => [
      id,
      endpointHistory(endpoint, transitionsOf(events.get(id) ?? []), maintenance),
    ]),
  );
}
