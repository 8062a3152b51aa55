import { afterTry, type Failures } from '@farwatch/core/decisions/status/parked-verdict-change';
import { AGENT_PART } from '@farwatch/core/documents/verdict-change';
import { DRAIN } from '@farwatch/core/values/limits';
import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { Timestamp } from 'firebase-admin/firestore';
import { notifyStuck } from '../alerts/agent-notices.ts';
import { reasonOf } from '../db/attempt-each.ts';
import { verdictChanges } from '../db/collections.ts';
import { type Held, type LeaseClock, type Renew, whileLeased } from '../db/lease.ts';
import type { Run } from '../db/run.ts';
import { applyVerdictChange } from './apply-verdict-change.ts';

const AT_ONCE = 20;
const MOST_FOLLOWING = 200;

/**
 * Applies an agent's new verdict changes in order. One drain at a time for an agent: later callers leave the work to it, since it
 * looks again before it ends. The next drain finishes a dead one's work, as each step may be done twice. A part that
 * cannot be applied is parked and blocks nothing.
 */
export async function drain(run: Run, agentId: string, clock?: LeaseClock): Promise<void> {
  const waiting = ofAgent(run, agentId).where('state', '==', 'new').orderBy('agentSeq');
  do {
    const isDone = await whileLeased(
      run,
      leaseOf(agentId),
      async (held) => {
        await applyAll(run, waiting, held);
      },
      clock,
    );
    if (!isDone) return;
  } while (!(await waiting.select().limit(1).get()).empty);
}

/**
 * Retries the parked verdict changes of an agent that are due. Once one succeeds, the others follow at once, or an endpoint's
 * oldest verdict could stand for an hour until a newer one is due.
 */
export async function retryParked(run: Run, agentId: string): Promise<void> {
  const parked = ofAgent(run, agentId).where('state', '==', 'parked');
  const now = Timestamp.fromMillis(run.nowMs);
  const due = parked.where('retryAt', '<=', now).orderBy('retryAt');
  const others = parked.where('retryAt', '>', now).orderBy('retryAt').limit(MOST_FOLLOWING);
  await whileLeased(run, leaseOf(agentId), async (held) => {
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

/** Returns whether any was applied completely. */
async function applyAll(run: Run, query: Query, held: Held): Promise<boolean> {
  for (let isAnyWhole = false; ; ) {
    const { docs } = await query.limit(AT_ONCE).get();
    isAnyWhole = (await applyDocs(run, docs, held)) || isAnyWhole;
    if (docs.length < AT_ONCE || !(await held.renew())) return isAnyWhole;
  }
}

async function applyDocs(run: Run, docs: QueryDocumentSnapshot[], { renew, keep }: Held): Promise<boolean> {
  let isAnyWhole = false;
  for (const [index, doc] of docs.entries()) {
    if (index > 0 && !(await renew())) return isAnyWhole;
    isAnyWhole = (await applyOne(run, doc, keep)) || isAnyWhole;
  }
  return isAnyWhole;
}

async function applyOne(run: Run, doc: QueryDocumentSnapshot, keep: Renew): Promise<boolean> {
  const attempts = Number(doc.get('attempts') ?? 0);
  const failures = await tryToApply(run, doc, keep);
  await doc.ref.update(verdictChanges.toUpdate(afterTry(attempts, failures, run.nowMs)));
  if (failures.size === 0) return true;
  const reasons = [...failures].map(([part, reason]) => `${part}: ${reason}`);
  console.error(`${doc.ref.path} is parked (${reasons.join('; ')})`);
  if (attempts > 0) await notifyStuck(run, String(doc.get('agentId')));
  return false;
}

/** An owner’s invalid part is parked; a verdict change that is otherwise invalid is parked as a whole. */
async function tryToApply(run: Run, doc: QueryDocumentSnapshot, keep: Renew): Promise<Failures> {
  try {
    const { value: verdictChange, invalid } = verdictChanges.readSkippingInvalid(doc, 'verdicts');
    return new Map([...(verdictChange ? await applyVerdictChange(run, verdictChange, keep) : []), ...invalid]);
  } catch (error) {
    return new Map([[AGENT_PART, reasonOf(error)]]);
  }
}
