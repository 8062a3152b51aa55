import { decidePatience } from '@farwatch/core/agents/patience';
import { silenceNotice } from '@farwatch/core/alerts/notices';
import type { Agent } from '@farwatch/core/documents/agent';
import type { Sweep } from '@farwatch/core/documents/sweep';
import { AGENT } from '@farwatch/core/limits';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import type { AbstainingAgent } from '../agents/abstaining-agents.ts';
import { tellTrouble } from '../alerts/tell-agent.ts';
import { tellOwner } from '../alerts/tell-owner.ts';
import { attemptEach } from '../db/attempt-each.ts';
import { agents } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { declareLost } from './declare-lost.ts';

const AT_ONCE = 200;
const DECLARED_AT_ONCE = 10;
const namedFields = agents.pick('ownerId', 'name');

/**
 * Declares agents lost that were silent for five minutes, and adds them to `lost`: by their flips their votes stop
 * counting and others take over. If Farwatch itself was probably away, it waits for them and tells the admins.
 */
export async function sweepLost(
  run: Run,
  state: Sweep,
  lost: Set<string>,
): Promise<Pick<Sweep, 'patientSince' | 'patientUntil'>> {
  const before = Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs);
  const known = agents.collection(run.db).where('lost', '==', false);
  const silent = await namedFields.find(known.where('lastReportAt', '<', before).limit(AT_ONCE));
  const others = silent.length === 0 ? { quiet: 0, active: 0 } : await countOthers(run, known);
  const { isPatient, begins, ...kept } = decidePatience(state, { silent: silent.length, ...others }, run.nowMs);
  if (begins) await tellSilence(run, silent);
  const declare = async ({ id }: { id: string }) => {
    if (await declareLost(run, id)) lost.add(id);
  };
  if (!isPatient) await attemptEach(silent, declare, { atOnce: DECLARED_AT_ONCE, what: 'agents' });
  return kept;
}

/** The agents that have missed a report, and those that have not. */
async function countOthers(run: Run, known: Query): Promise<{ quiet: number; active: number }> {
  const since = Timestamp.fromMillis(run.nowMs - AGENT.quietAfterMs);
  const [quiet, active] = await Promise.all([
    known.where('lastReportAt', '<', since).count().get(),
    known.where('lastReportAt', '>=', since).count().get(),
  ]);
  return { quiet: quiet.data().count, active: active.data().count };
}

async function tellSilence(run: Run, silent: readonly Pick<Agent, 'ownerId' | 'name'>[]): Promise<void> {
  const byOwner = Map.groupBy(silent, ({ ownerId }) => ownerId);
  await attemptEach(byOwner, ([ownerId, list]) => {
    const names = list.map(({ name }) => name);
    const alert = silenceNotice(ownerId, names, { occurredAt: run.nowMs, nowMs: run.nowMs });
    return tellOwner(run, `agents_silent_${ownerId}_${run.nowMs}`, alert);
  });
}

/** Tells admins once of those that have abstained for ten minutes. */
export async function sweepAbstaining(run: Run, abstaining: Promise<readonly AbstainingAgent[]>): Promise<void> {
  const before = run.nowMs - AGENT.tellAfterMs;
  const isToTell = ({ abstainingSince, told }: AbstainingAgent) =>
    told === null && abstainingSince !== null && abstainingSince <= before;
  await attemptEach((await abstaining).filter(isToTell), ({ id: agentId }) =>
    run.db.runTransaction(async (tx) => {
      const agent = agents.read(await tx.get(agents.ref(run.db, agentId)));
      if (!agent || agent.told !== null || agent.abstainingSince === null) return;
      const id = `agent_${agentId}_abstaining_${agent.abstainingSince}`;
      (await tellTrouble(run, tx, { agentId, agent, kind: 'agent_abstaining', id }))();
    }),
  );
}
