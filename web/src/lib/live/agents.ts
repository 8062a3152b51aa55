import { type Agent, agentSchema } from '@farwatch/core/documents/agent';
import { idSchema } from '@farwatch/core/fields';
import { LISTED } from '@farwatch/core/limits';
import { collection, doc, limit, orderBy, query, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToDocument, listenToQuery } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';
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

/** One agent of the admin, live; null if it does not exist. Invalid ids are not requested. */
export function useAgent(id: string): Live<WithId<Agent> | null> {
  const firestore = useFirestore();
  const isId = idSchema.safeParse(id).success;
  const live = useLive(isId ? `agent/${id}` : null, () => listenToDocument(doc(firestore, 'agents', id), agentSchema));
  return isId ? live : { data: null, error: undefined };
}
