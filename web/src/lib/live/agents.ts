import { type Agent, agentSchema } from '@farwatch/core/documents/agent';
import { LISTED } from '@farwatch/core/limits';
import { collection, limit, orderBy, query, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToQuery } from './collection.ts';
import { type Live, useLive } from './use-live.ts';

/** As many agents are listed. */
export const MAX_AGENTS = LISTED.byPerson;

/** An admin's own agents, the newest first, live; the rules refuse this query to others. */
export function useAgents(): Live<LiveList<Agent>> {
  const firestore = useFirestore();
  return useLive('agents', (uid) =>
    listenToQuery(
      query(
        collection(firestore, 'agents'),
        where('ownerId', '==', uid),
        orderBy('createdAt', 'desc'),
        limit(MAX_AGENTS),
      ),
      agentSchema,
    ),
  );
}
