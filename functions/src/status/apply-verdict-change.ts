import type { VoteUpdate } from '@farwatch/core/decisions/status/decide-endpoint';
import type { Failures } from '@farwatch/core/decisions/status/parked-verdict-change';
import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { AGENT_PART, type Flip } from '@farwatch/core/documents/verdict-change';
import { DRAIN } from '@farwatch/core/values/limits';
import type { Query } from 'firebase-admin/firestore';
import { askToCheck } from '../agents/commands.ts';
import { forgetVerdicts } from '../agents/forget-verdicts.ts';
import { orphansOf } from '../agents/orphans.ts';
import { rebalance } from '../agents/rebalance.ts';
import { type Rechecks, requestRechecks } from '../agents/request-rechecks.ts';
import { tellBack } from '../alerts/agent-notices.ts';
import { attemptEach, partsOf, reasonOf } from '../db/attempt-each.ts';
import { assignments } from '../db/collections.ts';
import { NO_LEASE } from '../db/lease.ts';
import type { Run } from '../db/run.ts';
import { applyToMonitor, type EndpointsByAgent } from './apply-to-monitor.ts';
import { reviewOwner } from './review-owner.ts';

/**
 * Applies one flip, or its parked parts, and returns what failed (docs/architecture.md, Status). Its verdicts come
 * before a review of older ones, so that an agent returning with good news raises no alarm by its old bad news. In
 * between others take over what a silent agent had. Owners are independent. `keep` is called before each part of the work,
 * which takes minutes with two thousand owners.
 */
export async function applyFlip(run: Run, flip: Flip, keep = NO_LEASE): Promise<Failures> {
  const failures = new Map<string, string>();
  const retried = flip.state === 'parked' ? new Set(Object.keys(flip.parked)) : null;
  const isOpen = (part: string) => retried === null || retried.has(part) || retried.has(AGENT_PART);
  // Retried at once: most faults pass, and parking takes a minute.
  const tried = (part: string, work: () => Promise<unknown>) =>
    work()
      .catch(work)
      .catch((error: unknown) => failures.set(part, reasonOf(error)));
  const attempt = async (part: string, work: () => Promise<unknown>) => {
    if (isOpen(part)) await tried(part, work);
  };
  const attemptOwners = (owners: Iterable<string>, work: (ownerId: string) => Promise<unknown>) =>
    attemptEach(owners, (ownerId) => keep().then(() => attempt(ownerId, () => work(ownerId))), {
      atOnce: DRAIN.ownersAtOnce,
    });

  const { liveness } = flip;
  const unconfirmed: EndpointsByAgent = new Map();
  const assignedOwners = liveness === null ? [] : await ownersConcerned(run, flip);
  const changing = liveness === 'retired' ? [] : assignedOwners.filter(isOpen);
  for (const part of partsOf(changing, LIVE_AT_ONCE)) {
    await keep();
    const isLive = liveness === 'live';
    const isSet = part.length > 1 && (await isDone(() => setLive(run, flip, part, isLive)));
    if (!isSet) await attemptOwners(part, (ownerId) => setLive(run, flip, [ownerId], isLive));
  }
  // A verdict applied before its vote counts would be taken for known later.
  const ready = Object.keys(flip.verdicts).filter((ownerId) => !failures.has(ownerId));
  await attemptOwners(ready, (ownerId) => applyVerdicts(run, flip, ownerId, unconfirmed));
  const isToPlan = liveness !== null && liveness !== 'abstaining';
  let moved = new Set<string>();
  if (isToPlan) {
    await attempt(AGENT_PART, async () => {
      const retired = liveness === 'retired' ? { retiredId: flip.agentId } : {};
      moved = await rebalance(run, flip.location, { changedAtMs: flip.createdAt, keep, ...retired });
    });
  }
  const unmoved = assignedOwners.filter((ownerId) => !moved.has(ownerId));
  const outdated: Rechecks = new Map();
  const changed = { location: flip.location, changedAtMs: flip.createdAt };
  await attemptOwners(unmoved, (ownerId) => reviewOwner(run, ownerId, changed, outdated));
  // Of one owner alone, too, whose part is retried.
  await tried(AGENT_PART, () => requestAll(run, outdated, unconfirmed));
  if (liveness === 'live') await attempt(AGENT_PART, () => tellBack(run, flip));
  return failures;
}

async function requestAll(run: Run, outdated: Rechecks, unconfirmed: EndpointsByAgent): Promise<void> {
  await requestRechecks(run, outdated);
  for (const [agentId, endpointIds] of unconfirmed) await askToCheck(run, { agentId, endpointIds });
}

/** One monitor that cannot be read or written does not stop the owner's others. */
async function applyVerdicts(run: Run, flip: Flip, ownerId: string, rechecks: EndpointsByAgent): Promise<void> {
  const ref = assignments.ref(run.db, assignmentId(flip.location, ownerId));
  const assignment = assignments.read(await ref.get());
  if (
    !assignment ||
    assignment.agentId !== flip.agentId ||
    assignment.generation !== flip.verdicts[ownerId]?.generation
  )
    return;
  await attemptEach(
    byMonitor(flip, ownerId, assignment),
    ([monitorId, updates]) => applyToMonitor(run, { monitorId, ownerId }, updates, rechecks),
    { what: 'monitors' },
  );
  const { endpoints = {}, withdrawn = {} } = flip.verdicts[ownerId] ?? {};
  const reported = [...Object.keys(endpoints), ...Object.keys(withdrawn)];
  const gone = reported.filter((id) => !assignment.endpoints[id]);
  await forgetVerdicts(run, flip.agentId, ownerId, gone);
}

/** An owner's verdicts and withdrawals by monitor, without those of endpoints no longer assigned. */
function byMonitor(flip: Flip, ownerId: string, assignment: Assignment): Map<string, Map<string, VoteUpdate>> {
  const grouped = new Map<string, Map<string, VoteUpdate>>();
  const source = { location: flip.location, generation: assignment.generation, agentSeq: flip.agentSeq };
  const put = (endpointId: string, update: VoteUpdate) => {
    const monitorId = assignment.endpoints[endpointId]?.monitorId;
    if (!monitorId) return;
    grouped.set(monitorId, (grouped.get(monitorId) ?? new Map<string, VoteUpdate>()).set(endpointId, update));
  };
  const { endpoints = {}, withdrawn = {} } = flip.verdicts[ownerId] ?? {};
  for (const [id, verdict] of Object.entries(endpoints)) put(id, { ...source, verdict });
  for (const [id, withdrawal] of Object.entries(withdrawn)) put(id, { ...source, withdrawal });
  return grouped;
}

/** In one transaction: an agent may have two thousand owners. */
const LIVE_AT_ONCE = 100;

const livenessFields = assignments.pick('agentId', 'liveSeq');
const ownerField = assignments.pick('ownerId');

/**
 * The owners whose assignments the flip's agent has. Of a retired one those, too, whom no agent at its location has: they may
 * have been its own until a drain that died moved them.
 */
async function ownersConcerned(run: Run, { agentId, location, liveness }: Flip): Promise<string[]> {
  const queries: Query[] = [assignments.collection(run.db).where('agentId', '==', agentId)];
  if (liveness === 'retired') queries.push(orphansOf(run, [location]));
  const found = await Promise.all(queries.map((query) => ownerField.find(query)));
  return found.flat().map(({ ownerId }) => ownerId);
}

/**
 * Sets whether the votes of the flip's agent count for these owners. An assignment with newer news of the agent, or with
 * another agent, stays as it is.
 */
async function setLive(run: Run, flip: Flip, ownerIds: readonly string[], live: boolean): Promise<void> {
  const refs = ownerIds.map((ownerId) => assignments.ref(run.db, assignmentId(flip.location, ownerId)));
  await run.db.runTransaction(async (tx) => {
    const found = await livenessFields.getAll(tx, ...refs);
    for (const [index, ref] of refs.entries()) {
      const assignment = found[index];
      if (assignment?.agentId === flip.agentId && assignment.liveSeq < flip.agentSeq)
        tx.update(ref, { live, liveSeq: flip.agentSeq });
    }
  });
}

/** False where it failed for many owners, so that each is to be tried by itself. */
function isDone(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}
