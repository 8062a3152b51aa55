import { agentNotice } from '@farwatch/core/decisions/alerts/notices';
import type { Agent } from '@farwatch/core/documents/agent';
import type { AlertKind } from '@farwatch/core/documents/alert';
import type { VerdictChange } from '@farwatch/core/documents/verdict-change';
import { DAY_MS } from '@farwatch/core/values/time';
import type { Transaction } from 'firebase-admin/firestore';
import { agents, alerts } from '../db/collections.ts';
import { isConflict } from '../db/retry.ts';
import type { Run } from '../db/run.ts';
import { ownerAcceptsNotices } from './owner-notices.ts';

type Kind = Extract<AlertKind, `agent_${string}`>;

/**
 * Notifies the agent's admin of a problem, and marks the agent so that its return is notified too. `id`: of the alert.
 * Only reads; the writes are in the returned function.
 */
export async function notifyProblem(
  run: Run,
  tx: Transaction,
  { agentId, agent, kind, id }: { agentId: string; agent: Agent; kind: Kind; id: string },
): Promise<() => void> {
  const isAccepted = await ownerAcceptsNotices(run, agent.ownerId, tx);
  const notifiedOf = kind === 'agent_abstaining' ? 'abstaining' : 'lost';
  const occurredAt = agent.lastReportAt ?? run.nowMs;
  return () => {
    tx.update(agents.ref(run.db, agentId), agents.toUpdate({ notifiedOf }));
    if (!isAccepted) return;
    tx.create(alerts.ref(run.db, id), alerts.toDocument(agentNotice(kind, agent, { occurredAt, nowMs: run.nowMs })));
  };
}

/** Notifies the admin that an agent is back, if its problem was notified. */
export async function notifyReturn(run: Run, verdictChange: VerdictChange): Promise<void> {
  const ref = agents.ref(run.db, verdictChange.agentId);
  await run.db.runTransaction(async (tx) => {
    const agent = agents.read(await tx.get(ref));
    if (!agent || agent.notifiedOf === null) return;
    const isAccepted = await ownerAcceptsNotices(run, agent.ownerId, tx);
    tx.update(ref, agents.toUpdate({ notifiedOf: null }));
    if (!isAccepted) return;
    const alert = agentNotice('agent_back', agent, { occurredAt: verdictChange.createdAt, nowMs: run.nowMs });
    tx.create(
      alerts.ref(run.db, `agent_${verdictChange.agentId}_back_${verdictChange.agentSeq}`),
      alerts.toDocument(alert),
    );
  });
}

/** Notifies the admin, at most once a day, that part of an agent's report cannot be applied. */
export async function notifyStuck(run: Run, agentId: string): Promise<void> {
  const day = Math.floor(run.nowMs / DAY_MS);
  const ref = alerts.ref(run.db, `agent_${agentId}_stuck_${day}`);
  try {
    await run.db.runTransaction(async (tx) => {
      const agent = agents.read(await tx.get(agents.ref(run.db, agentId)));
      if (!agent || (await tx.get(ref)).exists || !(await ownerAcceptsNotices(run, agent.ownerId, tx))) return;
      tx.create(ref, alerts.toDocument(agentNotice('agent_stuck', agent, { occurredAt: run.nowMs, nowMs: run.nowMs })));
    });
  } catch (error) {
    if (!isConflict(error)) throw error; // another run has just created it
  }
}
