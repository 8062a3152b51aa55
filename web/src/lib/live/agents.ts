import { type Agent, agentSchema } from '@farwatch/core/documents/agent';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { limit, orderBy } from 'firebase/firestore';
import { type Live, type LiveList, useDocument, useOwnDocuments } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';

/** The most agents that are listed. */
export const MAX_AGENTS = LIST_LIMITS.byPerson;

/** An admin's own agents, newest first, live. The rules deny this query to others. */
export function useAgents(): Live<LiveList<Agent>> {
  return useOwnDocuments('agents', agentSchema, [orderBy('createdAt', 'desc'), limit(MAX_AGENTS)]);
}

/** Listens to one agent of the admin; null if it does not exist. */
export function useAgent(id: string): Live<WithId<Agent> | null> {
  return useDocument('agents', id, agentSchema);
}
