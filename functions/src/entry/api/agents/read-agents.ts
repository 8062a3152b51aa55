import type { Agent } from '@farwatch/core/documents/agent';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import type { AgentPresence } from '@farwatch/core/values/presence';
import { agentStates, agents } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';

/** The agent of a document. Throws ApiError not_found, also for another admin's. */
export function parseOwnAgent(caller: Caller, document: FirebaseFirestore.DocumentSnapshot | undefined): Agent {
  const agent = document ? agents.read(document) : null;
  if (!agent || agent.ownerId !== caller.accountId) throw new ApiError('not_found');
  return agent;
}

/** The caller's agents, newest first, as many as the app's listener reads. */
export async function readOwnAgents(run: Run, caller: Caller): Promise<{ id: string; agent: Agent }[]> {
  const own = agents.collection(run.db).where('ownerId', '==', caller.accountId).orderBy('createdAt', 'desc');
  const { docs } = await own.limit(LIST_LIMITS.byPerson).get();
  return docs.flatMap((doc) => {
    const agent = agents.readIfValid(doc);
    return agent ? [{ id: doc.id, agent }] : [];
  });
}

const presenceField = agentStates.pick('presence');

/** The presence of the caller's agent. Throws ApiError not_found, also for another admin's. */
export async function readPresence(run: Run, caller: Caller, id: string): Promise<AgentPresence> {
  const agent = parseOwnAgent(caller, await agents.ref(run.db, id).get());
  const [present] = await addPresence(run, [{ id, agent }]);
  return { presence: present?.presence ?? null, activatedAt: agent.activatedAt };
}

/** An agent with its stored presence. */
export type PresentAgent = Agent & AgentPresence;

/** Agents with their presence, in the order given. */
export async function addPresence(run: Run, known: readonly { id: string; agent: Agent }[]): Promise<PresentAgent[]> {
  if (known.length === 0) return [];
  const refs = known.map(({ id }) => agentStates.ref(run.db, id));
  const states = await presenceField.getAll(run.db, ...refs);
  return known.map(({ agent }, index) => ({ ...agent, presence: states[index]?.presence ?? null }));
}
