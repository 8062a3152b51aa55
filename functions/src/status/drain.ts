import { AGENT_PART, type Flip } from '@farwatch/core/documents/flip';
import { DRAIN } from '@farwatch/core/limits';
import { afterTry, type Failures } from '@farwatch/core/status/parked-flip';
import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { Timestamp } from 'firebase-admin/firestore';
import { tellStuck } from '../alerts/tell-agent.ts';
import { reasonOf } from '../db/attempt-each.ts';
import { flips } from '../db/kinds.ts';
import { type Renew, whileLeased } from '../db/lease.ts';
import type { Run } from '../db/run.ts';
import { applyFlip } from './apply-flip.ts';

const AT_ONCE = 20;

/**
 * Applies what an agent reported and is not yet applied, in the agent's order. One drain an agent at a time: whoever comes
 * meanwhile leaves the work to it, since it looks once more before it ends. A drain that dies is finished by the next: each step
 * is the same when done twice. A part that cannot be applied is parked and holds up nothing.
 */
export async function drain(run: Run, agentId: string): Promise<void> {
  const waiting = ofAgent(run, agentId).where('state', '==', 'new').orderBy('order');
  do {
    const isDone = await whileLeased(run, leaseOf(agentId), (renew) => applyAll(run, waiting, renew));
    if (!isDone) return;
  } while (!(await waiting.select().limit(1).get()).empty);
}

/** Tries the parked flips of an agent again that are due. */
export async function retryParked(run: Run, agentId: string): Promise<void> {
  const parked = ofAgent(run, agentId).where('state', '==', 'parked');
  const due = parked.where('retryAt', '<=', Timestamp.fromMillis(run.nowMs)).orderBy('retryAt');
  await whileLeased(run, leaseOf(agentId), (renew) => applyAll(run, due, renew));
}

function ofAgent(run: Run, agentId: string): Query {
  return flips.collection(run.db).where('agentId', '==', agentId);
}

function leaseOf(agentId: string) {
  return { name: `drain_${agentId}`, forMs: DRAIN.leaseMs };
}

async function applyAll(run: Run, query: Query, renew: Renew): Promise<void> {
  for (;;) {
    const { docs } = await query.limit(AT_ONCE).get();
    for (const [index, doc] of docs.entries()) {
      if (index > 0 && !(await renew())) return;
      await applyOne(run, doc);
    }
    if (docs.length < AT_ONCE) return;
  }
}

async function applyOne(run: Run, doc: QueryDocumentSnapshot): Promise<void> {
  const attempts = Number(doc.get('attempts') ?? 0);
  const failures = await tryToApply(run, doc);
  await doc.ref.update(flips.part(afterTry(attempts, failures, run.nowMs)));
  if (failures.size === 0) return;
  const reasons = [...failures].map(([part, reason]) => `${part}: ${reason}`);
  console.error(`${doc.ref.path} is parked (${reasons.join('; ')})`);
  if (attempts > 0) await tellStuck(run, String(doc.get('agentId')));
}

/** What cannot even be read is parked as a whole. */
async function tryToApply(run: Run, doc: QueryDocumentSnapshot): Promise<Failures> {
  let flip: Flip | null;
  try {
    flip = flips.read(doc);
  } catch (error) {
    return new Map([[AGENT_PART, reasonOf(error)]]);
  }
  return flip ? applyFlip(run, flip) : new Map();
}
