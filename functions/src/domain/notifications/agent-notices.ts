import { agentNotice } from '@farwatch/core/decisions/notifications/notices';
import type { Agent } from '@farwatch/core/documents/agent';
import type { NoticeKind } from '@farwatch/core/documents/message';
import type { VerdictChange } from '@farwatch/core/documents/verdict-change';
import { DAY_MS } from '@farwatch/core/values/time';
import type { Transaction } from 'firebase-admin/firestore';
import { agents } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueLook } from './enqueue.ts';
import { createNotice, notify } from './notices.ts';

const ownerField = agents.pick('ownerId');
/** Agents that are looked at for who runs this installation. */
const MAX_AGENTS = 1000;

type Kind = Extract<NoticeKind, `agent_${string}`>;

/**
 * Notifies the agent's admin of a problem, and marks the agent so that its return is notified too. `id`: of the notice.
 * Only writes; `enqueueLook` then sends it.
 */
export function notifyProblem(
  run: Run,
  tx: Transaction,
  { agentId, agent, kind, id }: { agentId: string; agent: Agent; kind: Kind; id: string },
): void {
  const notifiedOf = kind === 'agent_abstaining' ? 'abstaining' : 'lost';
  const occurredAt = agent.lastReportAt ?? run.nowMs;
  tx.update(agents.ref(run.db, agentId), agents.toUpdate({ notifiedOf }));
  createNotice(run, tx, id, agentNotice(kind, agent, { occurredAt, nowMs: run.nowMs }));
}

/** Notifies the admin that an agent is back, if its problem was notified. */
export async function notifyReturn(run: Run, { agentId, agentSeq, createdAt }: VerdictChange): Promise<void> {
  const ref = agents.ref(run.db, agentId);
  const adminId = await run.db.runTransaction(async (tx) => {
    const agent = agents.read(await tx.get(ref));
    if (!agent || agent.notifiedOf === null) return null;
    tx.update(ref, agents.toUpdate({ notifiedOf: null }));
    const notice = agentNotice('agent_back', agent, { occurredAt: createdAt, nowMs: run.nowMs });
    createNotice(run, tx, `agent_${agentId}_back_${agentSeq}`, notice);
    return agent.ownerId;
  });
  if (adminId !== null) await enqueueLook(run, adminId);
}

/** Notifies the admin, at most once a day, that part of an agent's report cannot be applied. */
export async function notifyStuck(run: Run, agentId: string): Promise<void> {
  const day = Math.floor(run.nowMs / DAY_MS);
  const agent = agents.read(await agents.ref(run.db, agentId).get());
  if (!agent) return;
  const notice = agentNotice('agent_stuck', agent, { occurredAt: run.nowMs, nowMs: run.nowMs });
  await notify(run, `agent_${agentId}_stuck_${day}`, notice);
}

/** Returns the admins with agents: roles are in Auth, which cannot be searched for them. */
export async function readOperators({ db }: Run): Promise<Set<string>> {
  const found = await ownerField.find(agents.collection(db).limit(MAX_AGENTS));
  return new Set(found.map(({ ownerId }) => ownerId));
}
