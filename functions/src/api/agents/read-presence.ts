import type { AgentPresence } from '@farwatch/core/agents/presence';
import type { Agent } from '@farwatch/core/documents/agent';
import { agentStates, agents } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { ownAgent } from './own-agent.ts';

const presenceField = agentStates.pick('presence');

/** When the caller's agent was present. Throws ApiError not_found, also for another admin's. */
export async function readPresence(run: Run, caller: Caller, id: string): Promise<AgentPresence> {
  const agent = ownAgent(caller, await agents.ref(run.db, id).get());
  const [present] = await withPresences(run, [{ id, agent }]);
  return { presence: present?.presence ?? null, activatedAt: agent.activatedAt };
}

/** An agent with its stored presence. */
export type PresentAgent = Agent & AgentPresence;

/** Agents with their presence, in the order given. */
export async function withPresences(run: Run, known: readonly { id: string; agent: Agent }[]): Promise<PresentAgent[]> {
  if (known.length === 0) return [];
  const refs = known.map(({ id }) => agentStates.ref(run.db, id));
  const states = await presenceField.getAll(run.db, ...refs);
  return known.map(({ agent }, index) => ({ ...agent, presence: states[index]?.presence ?? null }));
}
