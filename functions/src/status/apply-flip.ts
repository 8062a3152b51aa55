import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { AGENT_PART, type Flip } from '@farwatch/core/documents/flip';
import { DRAIN } from '@farwatch/core/limits';
import type { Arrived } from '@farwatch/core/status/decide-endpoint';
import type { Failures } from '@farwatch/core/status/parked-flip';
import { askToCheck } from '../agents/commands.ts';
import { forgetVerdicts } from '../agents/forget-verdicts.ts';
import { rebalance } from '../agents/rebalance.ts';
import { tellBack } from '../alerts/tell-agent.ts';
import { attemptEach, reasonOf } from '../db/attempt-each.ts';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { type Asks, applyToMonitor } from './apply-to-monitor.ts';
import { reviewOwner } from './review-owner.ts';
import { ownersAssignedTo, setLive } from './set-live.ts';

/**
 * Applies one flip, or its parked parts, and returns what failed (docs/architecture.md, Status). Its verdicts come
 * before a review of older ones, so that an agent returning with good news raises no alarm by its old bad news. In
 * between others take over what a silent agent had. Owners are independent.
 */
export async function applyFlip(run: Run, flip: Flip): Promise<Failures> {
  const failures = new Map<string, string>();
  const retried = flip.state === 'parked' ? new Set(Object.keys(flip.parked)) : null;
  const isOpen = (part: string) => retried === null || retried.has(part) || retried.has(AGENT_PART);
  const attempt = async (part: string, work: () => Promise<unknown>) => {
    if (!isOpen(part)) return;
    // Retried at once: most faults pass, and parking takes a minute.
    await work()
      .catch(work)
      .catch((error: unknown) => failures.set(part, reasonOf(error)));
  };
  const attemptOwners = (owners: Iterable<string>, work: (ownerId: string) => Promise<unknown>) =>
    attemptEach(owners, (ownerId) => attempt(ownerId, () => work(ownerId)), { atOnce: DRAIN.ownersAtOnce });

  const { liveness } = flip;
  const asks: Asks = new Map();
  const assignedOwners = liveness === null ? [] : await ownersAssignedTo(run, flip.agentId);
  await attemptOwners(assignedOwners, (ownerId) => setLive(run, flip, ownerId, liveness === 'live'));
  // A verdict applied before its vote counts would be taken for known later.
  const ready = Object.keys(flip.verdicts).filter((ownerId) => !failures.has(ownerId));
  await attemptOwners(ready, (ownerId) => applyVerdicts(run, flip, ownerId, asks));
  const isToPlan = liveness === 'lost' || liveness === 'live';
  let moved = new Set<string>();
  if (isToPlan) {
    await attempt(AGENT_PART, async () => {
      moved = await rebalance(run, flip.location, flip.createdAt);
    });
  }
  const unmoved = assignedOwners.filter((ownerId) => !moved.has(ownerId));
  await attemptOwners(unmoved, (ownerId) => reviewOwner(run, ownerId, flip.location, flip.createdAt));
  await attempt(AGENT_PART, async () => {
    if (liveness === 'live') await tellBack(run, flip);
    for (const [agentId, endpointIds] of asks) await askToCheck(run, { agentId, endpointIds });
  });
  return failures;
}

/** One monitor that cannot be read or written does not stop the owner's others. */
async function applyVerdicts(run: Run, flip: Flip, ownerId: string, asks: Asks): Promise<void> {
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
    ([monitorId, arrivals]) => applyToMonitor(run, { monitorId, ownerId }, arrivals, asks),
    { what: 'monitors' },
  );
  const { endpoints = {}, withdrawn = {} } = flip.verdicts[ownerId] ?? {};
  const told = [...Object.keys(endpoints), ...Object.keys(withdrawn)];
  const gone = told.filter((id) => !assignment.endpoints[id]);
  await forgetVerdicts(run, flip.agentId, ownerId, gone);
}

/** An owner's verdicts and withdrawals by monitor, without those of endpoints no longer assigned. */
function byMonitor(flip: Flip, ownerId: string, assignment: Assignment): Map<string, Map<string, Arrived>> {
  const grouped = new Map<string, Map<string, Arrived>>();
  const source = { location: flip.location, generation: assignment.generation, agentSeq: flip.agentSeq };
  const put = (endpointId: string, arrived: Arrived) => {
    const monitorId = assignment.endpoints[endpointId]?.monitorId;
    if (!monitorId) return;
    grouped.set(monitorId, (grouped.get(monitorId) ?? new Map<string, Arrived>()).set(endpointId, arrived));
  };
  const { endpoints = {}, withdrawn = {} } = flip.verdicts[ownerId] ?? {};
  for (const [id, verdict] of Object.entries(endpoints)) put(id, { ...source, verdict });
  for (const [id, withdrawal] of Object.entries(withdrawn)) put(id, { ...source, withdrawal });
  return grouped;
}
