import { afterTry, type Failures } from '@farwatch/core/decisions/status/parked-verdict-change';
import { AGENT_PART } from '@farwatch/core/documents/verdict-change';
import { DRAIN } from '@farwatch/core/values/limits';
import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { Timestamp } from 'firebase-admin/firestore';
import { notifyStuck } from '../../domain/notifications/agent-notices.ts';
import { applyVerdictChange } from '../../domain/status/apply-verdict-change.ts';
import { attemptEach, type InTurn, reasonOf, takeTurns } from '../../platform/db/attempt-each.ts';
import { verdictChanges } from '../../platform/db/collections.ts';
import { type Held, type LeaseClock, type Renew, runWithLease } from '../../platform/db/lease.ts';
import type { Run } from '../../platform/db/run.ts';

const AT_ONCE = 20;
const RETRIED_EARLY_MAX = 200;

/**
 * Applies an agent's new verdict changes, in order for each owner. Only one drain runs per agent: others return, since it queries again
 * before it ends. Each step can be repeated, so the next drain completes the work of one that died. A part that cannot
 * be applied is parked and blocks nothing.
 */
export async function drain(run: Run, agentId: string, clock?: LeaseClock): Promise<void> {
  const waiting = ofAgent(run, agentId).where('state', '==', 'new').orderBy('agentSeq');
  do {
    const isDone = await runWithLease(run, leaseOf(agentId), (held) => applyAll(run, waiting, held), clock);
    if (!isDone) return;
  } while (!(await waiting.select().limit(1).get()).empty);
}

/**
 * Retries an agent's parked verdict changes that are due. If one succeeds, the others are retried immediately:
 * otherwise an old verdict could remain for an hour until a newer one is due.
 */
export async function retryParked(run: Run, agentId: string): Promise<void> {
  const parked = ofAgent(run, agentId).where('state', '==', 'parked');
  const now = Timestamp.fromMillis(run.nowMs);
  const due = parked.where('retryAt', '<=', now).orderBy('retryAt');
  const others = parked.where('retryAt', '>', now).orderBy('retryAt').limit(RETRIED_EARLY_MAX);
  await runWithLease(run, leaseOf(agentId), async (held) => {
    const isFixed = await applyAll(run, due, held);
    if (isFixed) await applyDocs(run, inOrder((await others.get()).docs), held);
  });
}

function inOrder(docs: QueryDocumentSnapshot[]): QueryDocumentSnapshot[] {
  return docs.sort((a, b) => Number(a.get('agentSeq')) - Number(b.get('agentSeq')));
}

function ofAgent(run: Run, agentId: string): Query {
  return verdictChanges.collection(run.db).where('agentId', '==', agentId);
}

function leaseOf(agentId: string) {
  return { name: `drain_${agentId}`, forMs: DRAIN.leaseMs };
}

/** Applies the verdict changes in order. Returns whether at least one was applied completely. */
async function applyAll(run: Run, query: Query, held: Held): Promise<boolean> {
  for (let isAnyComplete = false; ; ) {
    const { docs } = await query.limit(AT_ONCE).get();
    isAnyComplete = (await applyDocs(run, docs, held)) || isAnyComplete;
    if (docs.length < AT_ONCE || !(await held.renew())) return isAnyComplete;
  }
}

async function applyDocs(run: Run, docs: QueryDocumentSnapshot[], { renew, keep }: Held): Promise<boolean> {
  let isAnyComplete = false;
  for (const [index, group] of sideBySide(docs).entries()) {
    if (index > 0 && !(await renew())) return isAnyComplete;
    const inTurn = takeTurns(DRAIN.ownersAtOnce);
    const apply = async (doc: QueryDocumentSnapshot) => {
      if (await applyOne(run, doc, keep, inTurn)) isAnyComplete = true;
    };
    await attemptEach(group, apply, { atOnce: group.length, what: 'verdict changes' });
  }
  return isAnyComplete;
}

/**
 * Groups verdict changes that are applied side by side: those in a row with nothing but verdicts. An owner's verdicts are
 * applied in order nevertheless, so that no slow owner holds up the others. What changes the agent itself is alone.
 */
function sideBySide(docs: readonly QueryDocumentSnapshot[]): QueryDocumentSnapshot[][] {
  const groups: QueryDocumentSnapshot[][] = [];
  let isOpen = false;
  for (const doc of docs) {
    const hasOnlyVerdicts = doc.get('liveness') === null;
    if (isOpen && hasOnlyVerdicts) groups.at(-1)?.push(doc);
    else groups.push([doc]);
    isOpen = hasOnlyVerdicts;
  }
  return groups;
}

async function applyOne(run: Run, doc: QueryDocumentSnapshot, keep: Renew, inTurn: InTurn): Promise<boolean> {
  const attempts = Number(doc.get('attempts') ?? 0);
  const failures = await tryToApply(run, doc, keep, inTurn);
  await doc.ref.update(verdictChanges.toUpdate(afterTry(attempts, failures, run.nowMs)));
  if (failures.size === 0) return true;
  const reasons = [...failures].map(([part, reason]) => `${part}: ${reason}`);
  console.error(`${doc.ref.path} is parked (${reasons.join('; ')})`);
  if (attempts > 0) await notifyStuck(run, String(doc.get('agentId')));
  return false;
}

/** An owner’s invalid part is parked; any other invalid verdict change is parked as a whole. */
async function tryToApply(run: Run, doc: QueryDocumentSnapshot, keep: Renew, inTurn: InTurn): Promise<Failures> {
  try {
    const { value: verdictChange, invalid } = verdictChanges.readSkippingInvalid(doc, 'verdicts');
    return new Map([...(verdictChange ? await applyVerdictChange(run, verdictChange, keep, inTurn) : []), ...invalid]);
  } catch (error) {
    return new Map([[AGENT_PART, reasonOf(error)]]);
  }
}
