import { isOutageUnknown, LOOKBACK_MS, OUTAGE_LOOKBACK_MS } from '@farwatch/core/decisions/history/endpoint-steps';
import { changesOf, transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import type { StatusHistory } from '@farwatch/core/decisions/status/spans';
import type { StatusEvent } from '@farwatch/core/documents/endpoint';
import { mayContinueOutage, type Transition } from '@farwatch/core/values/transition';
import { Timestamp } from 'firebase-admin/firestore';
import { statusEvents } from '../../platform/db/collections.ts';
import { readPages } from '../../platform/db/pages.ts';
import type { Run } from '../../platform/db/run.ts';

/** Most outages that need it have few changes. */
const PAGE = 10;

type Read = { id: string; endpoint: Parameters<typeof endpointHistory>[0]; maintenance: StatusHistory['maintenance'] };

/**
 * Returns an endpoint's status history, whose transitions since LOOKBACK_MS before `fromMs` are read. If they do not tell
 * whether an outage runs at `fromMs`, older ones are read as well, back to the start of that outage.
 */
export async function withOutageStart(
  run: Run,
  { id, endpoint, maintenance }: Read,
  transitions: readonly Transition[],
  fromMs: number,
): Promise<StatusHistory> {
  const history = endpointHistory(endpoint, transitions, maintenance);
  if (!isOutageUnknown(history, fromMs)) return history;
  const earlier = await readBack(run, id, fromMs - LOOKBACK_MS);
  return endpointHistory(endpoint, [...earlier, ...transitions], maintenance);
}

async function readBack(run: Run, endpointId: string, beforeMs: number): Promise<Transition[]> {
  const earlier = statusEvents
    .collection(run.db, endpointId)
    .where('changedAt', '<', Timestamp.fromMillis(beforeMs))
    .where('changedAt', '>=', Timestamp.fromMillis(beforeMs - OUTAGE_LOOKBACK_MS));
  const events: StatusEvent[] = [];
  for await (const docs of readPages(earlier.orderBy('changedAt', 'desc'), PAGE)) {
    const read = docs.flatMap((doc) => statusEvents.readIfValid(doc) ?? []);
    events.push(...read);
    if (changesOf(read).some(({ previous }) => !mayContinueOutage(previous))) break;
  }
  return transitionsOf(events);
}
