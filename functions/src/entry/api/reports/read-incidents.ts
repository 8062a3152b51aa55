import type { Range } from '@farwatch/core/values/history/range-metrics';
import { AGENT } from '@farwatch/core/values/limits';
import { type DocumentSnapshot, type Query, Timestamp } from 'firebase-admin/firestore';
import { incidents } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { type FoundIncident, parseIncidents } from '../incidents/incident-query.ts';

/** Incidents of one answer. */
const MAX_READ = 500;

/** `last`: the id of the last incident; null if there are no more. */
export type IncidentPage = { incidents: FoundIncident[]; last: string | null };

type Wanted = {
  ownerId: string;
  /** Those of all monitors without it. */
  monitorId: string | undefined;
  range: Range;
  /** The last incident of the page before. */
  after?: string | undefined;
};

/**
 * The incidents that were active at some time in the range, newest first, up to 500: a read each. Throws ApiError
 * invalid if `after` is not one of the owner's.
 */
export async function readIncidentPage(run: Run, wanted: Wanted): Promise<IncidentPage> {
  const query = activeIn(run, wanted);
  const start = wanted.after === undefined ? null : await readOwn(run, wanted.ownerId, wanted.after);
  const { docs } = await (start ? query.startAfter(start) : query).limit(MAX_READ).get();
  return { incidents: parseIncidents(docs), last: docs.length < MAX_READ ? null : (docs.at(-1)?.id ?? null) };
}

/**
 * Those that began before the range ends and changed since it began. Later changes, such as a note, add some that were
 * over before: their outages are in no report.
 */
function activeIn(run: Run, { ownerId, monitorId, range }: Wanted): Query {
  // Agents' clocks may be ahead of Firestore's.
  const sinceMs = Math.max(0, range.fromMs - AGENT.clockSkewMs);
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  return (monitorId === undefined ? own : own.where('monitorId', '==', monitorId))
    .where('triggeredAt', '<', Timestamp.fromMillis(range.toMs))
    .where('changedAt', '>=', Timestamp.fromMillis(sinceMs))
    .orderBy('triggeredAt', 'desc')
    .orderBy('changedAt', 'desc');
}

async function readOwn(run: Run, ownerId: string, id: string): Promise<DocumentSnapshot> {
  const found = await incidents.ref(run.db, id).get();
  if (incidents.readIfValid(found)?.ownerId !== ownerId) throw new ApiError('invalid');
  return found;
}
