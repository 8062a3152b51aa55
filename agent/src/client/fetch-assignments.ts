import type { Assignment } from '@farwatch/core/documents/assignment';
import type { RequestedTrial } from '@farwatch/core/documents/requested-trial';
import { LIST_LIMITS, TRIAL } from '@farwatch/core/values/limits';
import { collection, getDocsFromServer, limit, orderBy, type Query, query, where } from 'firebase/firestore';
import * as rest from 'firebase/firestore/lite';
import { readAssignments, readTrials } from './documents.ts';
import type { Firebase } from './firebase.ts';

type OnUnreadable = (path: string) => void;

/** Returns the query for an agent's assignments. */
export function assignmentsOf(db: Firebase['db'], agentId: string): Query {
  return query(collection(db, 'assignments'), where('agentId', '==', agentId), limit(LIST_LIMITS.byAgent));
}

/** The query for the trials requested at an agent, the newest first: those that are over may not be deleted yet. */
export function trialsOf(db: Firebase['db'], agentId: string): Query {
  return query(
    collection(db, 'requestedTrials'),
    where('agentId', '==', agentId),
    orderBy('at', 'desc'),
    limit(TRIAL.waitingPerAgent),
  );
}

/** Reads the requested trials once, over HTTPS. */
export async function fetchTrialsOverRest(
  restDb: Firebase['restDb'],
  agentId: string,
  onUnreadable: OnUnreadable,
): Promise<RequestedTrial[]> {
  const { docs } = await rest.getDocs(
    rest.query(
      rest.collection(restDb, 'requestedTrials'),
      rest.where('agentId', '==', agentId),
      rest.orderBy('at', 'desc'),
      rest.limit(TRIAL.waitingPerAgent),
    ),
  );
  return readTrials(docs, onUnreadable);
}

/** Reads the assignments once, from the server: over gRPC, or over HTTPS if that fails. Throws if both fail. */
export async function fetchAssignments(
  { db, restDb }: Pick<Firebase, 'db' | 'restDb'>,
  agentId: string,
  onUnreadable: OnUnreadable,
): Promise<Assignment[]> {
  const overGrpc = await getDocsFromServer(assignmentsOf(db, agentId)).catch(() => null);
  return overGrpc
    ? readAssignments(overGrpc.docs, onUnreadable)
    : fetchAssignmentsOverRest(restDb, agentId, onUnreadable);
}

/** Reads the assignments once, over HTTPS. */
export async function fetchAssignmentsOverRest(
  restDb: Firebase['restDb'],
  agentId: string,
  onUnreadable: OnUnreadable,
): Promise<Assignment[]> {
  const { docs } = await rest.getDocs(
    rest.query(
      rest.collection(restDb, 'assignments'),
      rest.where('agentId', '==', agentId),
      rest.limit(LIST_LIMITS.byAgent),
    ),
  );
  return readAssignments(docs, onUnreadable);
}
