import { decideGracePeriod } from '@farwatch/core/decisions/agents/grace-period';
import { namesNotice } from '@farwatch/core/decisions/notifications/notices';
import type { Agent } from '@farwatch/core/documents/agent';
import type { Sweep } from '@farwatch/core/documents/sweep';
import { AGENT } from '@farwatch/core/values/limits';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { notifyProblem } from '../../../domain/notifications/agent-notices.ts';
import { enqueueLook } from '../../../domain/notifications/enqueue.ts';
import { notify } from '../../../domain/notifications/notices.ts';
import { attemptEach } from '../../../platform/db/attempt-each.ts';
import { agents } from '../../../platform/db/collections.ts';
import { attemptDue, findDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { AbstainingAgent } from './abstaining-agents.ts';
import { markLost } from './mark-lost.ts';

const AT_ONCE = 200;
const MARKED_AT_ONCE = 10;
const noticeFields = agents.pick('ownerId', 'name', 'lastReportAt');

/**
 * Marks agents as lost that have been silent for five minutes, and adds them to `lost`. Once their verdict changes are
 * applied, their votes no longer count and other agents take over. In a grace period it only notifies the admins.
 */
export async function sweepLost(
  run: Run,
  state: Sweep,
  lost: Set<string>,
): Promise<Pick<Sweep, 'graceSince' | 'graceUntil'>> {
  const before = Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs);
  const known = agents.collection(run.db).where('lost', '==', false);
  const silent = await findDue(
    run,
    known.where('lastReportAt', '<', before).orderBy('lastReportAt'),
    noticeFields,
    AT_ONCE,
  );
  const others = silent.length === 0 ? { missedReport: 0, active: 0 } : await countOthers(run, known);
  const { isInGrace, isStarting, ...kept } = decideGracePeriod(state, { silent: silent.length, ...others }, run.nowMs);
  if (isStarting) await notifyOfSilence(run, silent);
  const mark = async ({ id }: { id: string }) => {
    if (await markLost(run, id)) lost.add(id);
  };
  if (!isInGrace) await attemptDue(run, silent, mark, { atOnce: MARKED_AT_ONCE, what: 'agents' });
  return kept;
}

/** Counts the agents that have missed a report, and the rest. */
async function countOthers(run: Run, known: Query): Promise<{ missedReport: number; active: number }> {
  const since = Timestamp.fromMillis(run.nowMs - AGENT.missedReportAfterMs);
  const [missedReport, active] = await Promise.all([
    known.where('lastReportAt', '<', since).count().get(),
    known.where('lastReportAt', '>=', since).count().get(),
  ]);
  return { missedReport: missedReport.data().count, active: active.data().count };
}

async function notifyOfSilence(run: Run, silent: readonly Pick<Agent, 'ownerId' | 'name'>[]): Promise<void> {
  const byAdmin = Map.groupBy(silent, ({ ownerId }) => ownerId);
  await attemptEach(byAdmin, ([adminId, list]) => {
    const names = list.map(({ name }) => name);
    const notice = namesNotice('agents_silent', adminId, names, { occurredAt: run.nowMs, nowMs: run.nowMs });
    return notify(run, `agents_silent_${adminId}_${run.nowMs}`, notice);
  });
}

/** Notifies its admin once of each agent that has abstained for ten minutes, 200 at most; the others are still due. */
export async function sweepAbstaining(run: Run, abstaining: Promise<readonly AbstainingAgent[]>): Promise<void> {
  const before = run.nowMs - AGENT.notifyAfterMs;
  const isDue = ({ abstainingSince, notifiedOf }: AbstainingAgent) =>
    notifiedOf === null && abstainingSince !== null && abstainingSince <= before;
  const due = (await abstaining).filter(isDue).slice(0, AT_ONCE);
  const notifyOf = async ({ id: agentId }: AbstainingAgent) => {
    const adminId = await run.db.runTransaction(async (tx) => {
      const agent = agents.read(await tx.get(agents.ref(run.db, agentId)));
      if (!agent || agent.notifiedOf !== null || agent.abstainingSince === null) return null;
      const id = `agent_${agentId}_abstaining_${agent.abstainingSince}`;
      notifyProblem(run, tx, { agentId, agent, kind: 'agent_abstaining', id });
      return agent.ownerId;
    });
    if (adminId !== null) await enqueueLook(run, adminId);
  };
  await attemptEach(due, notifyOf, { atOnce: MARKED_AT_ONCE, what: 'abstaining agents' });
}
