import { isActive } from '@farwatch/core/decisions/agents/health';
import { newVerdictChange, verdictChangeId } from '@farwatch/core/documents/verdict-change';
import { readRequestedTrials } from '../../../domain/agents/requested-trials.ts';
import { notifyProblem } from '../../../domain/notifications/agent-notices.ts';
import { enqueueLook } from '../../../domain/notifications/enqueue.ts';
import { agentStates, agents, verdictChanges } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';

/**
 * Marks a silent agent as lost: creates its next verdict change, without applying it, and notifies the admin. The trials
 * requested there, which may contain secrets, are deleted. Returns false if the agent is active or already lost.
 */
export async function markLost(run: Run, agentId: string): Promise<boolean> {
  const agentRef = agents.ref(run.db, agentId);
  const stateRef = agentStates.ref(run.db, agentId);
  const adminId = await run.db.runTransaction(async (tx) => {
    const [agentDoc, stateDoc] = await tx.getAll(agentRef, stateRef);
    const agent = agentDoc && agents.read(agentDoc);
    const state = stateDoc && agentStates.read(stateDoc);
    if (!agent || !state || agent.lost || isActive(agent, run.nowMs)) return null;
    const { location } = state;
    for (const ref of (await readRequestedTrials(run, agentId, tx)).all) tx.delete(ref);
    const agentSeq = state.agentSeq + 1;
    const id = `agent_${agentId}_lost_${agentSeq}`;
    const verdictChange = newVerdictChange({ agentId, location, agentSeq, liveness: 'lost', verdicts: {} }, run.nowMs);
    tx.update(agentRef, agents.toUpdate({ lost: true }));
    tx.update(stateRef, agentStates.toUpdate({ lost: true, agentSeq }));
    tx.create(verdictChanges.ref(run.db, verdictChangeId(agentId, agentSeq)), verdictChanges.toDocument(verdictChange));
    notifyProblem(run, tx, { agentId, agent, kind: 'agent_lost', id });
    return agent.ownerId;
  });
  if (adminId !== null) await enqueueLook(run, adminId);
  return adminId !== null;
}
