import { isActive } from '@farwatch/core/decisions/agents/health';
import { flipId, newFlip } from '@farwatch/core/documents/verdict-change';
import { tellTrouble } from '../alerts/agent-notices.ts';
import { agentStates, agents, flips } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

/**
 * Declares a silent agent lost: creates a flip as the agent's next one, and notifies the admin. Does not apply the flip.
 * Returns false if the agent is active or already lost.
 */
export async function declareLost(run: Run, agentId: string): Promise<boolean> {
  const agentRef = agents.ref(run.db, agentId);
  const stateRef = agentStates.ref(run.db, agentId);
  return run.db.runTransaction(async (tx) => {
    const [agentDoc, stateDoc] = await tx.getAll(agentRef, stateRef);
    const agent = agentDoc && agents.read(agentDoc);
    const state = stateDoc && agentStates.read(stateDoc);
    if (!agent || !state || agent.lost || isActive(agent, run.nowMs)) return false;
    const id = `agent_${agentId}_lost_${state.agentSeq + 1}`;
    const notify = await tellTrouble(run, tx, { agentId, agent, kind: 'agent_lost', id });
    const agentSeq = state.agentSeq + 1;
    const { location } = state;
    const flip = newFlip({ agentId, location, agentSeq, liveness: 'lost', verdicts: {} }, run.nowMs);
    tx.update(agentRef, agents.toUpdate({ lost: true }));
    tx.update(stateRef, agentStates.toUpdate({ lost: true, agentSeq }));
    tx.create(flips.ref(run.db, flipId(agentId, agentSeq)), flips.toDocument(flip));
    notify();
    return true;
  });
}
