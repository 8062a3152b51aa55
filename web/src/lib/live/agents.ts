import { type Agent, agentSchema } from '@farwatch/core/documents/agent';
import { LISTED } from '@farwatch/core/limits';
import { collection, limit, query, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToQuery } from './collection.ts';
import { type Live, useLive } from './use-live.ts';

/** An admin's own agents, live; the rules refuse this query to others. */
export function useAgents(): Live<LiveList<Agent>> {
  const firestore = useFirestore();
  return useLive('agents', (uid) =>
    listenToQuery(
      query(collection(firestore, 'agents'), where('ownerId', '==', uid), limit(LISTED.byPerson)),
      agentSchema,
    ),
  );
}
