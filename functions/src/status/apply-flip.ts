import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { AGENT_PART, type Flip } from '@farwatch/core/documents/flip';
import { DRAIN } from '@farwatch/core/limits';
import type { ArrivedVerdict } from '@farwatch/core/status/decide-endpoint';
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
import { ownersHeldBy, setLive } from './set-live.ts';

/**
 * Applies one flip, or what was parked of it, and gives what could not be. The verdicts that it brings come before what the agent
 * said earlier is looked at again: an agent that returns with good news raises no alarm by its old bad news. In between others
 * take over what a silent one held. Owners are independent of each other.
 */
export async function applyFlip(run: Run, flip: Flip): Promise<Failures> {
  const failures = new Map<string, string>();
  const retried = flip.state === 'parked' ? new Set(Object.keys(flip.parked)) : null;
  const isOpen = (part: string) => retried === null || retried.has(part) || retried.has(AGENT_PART);
  const attempt = async (part: string, work: () => Promise<unknown>) => {
    if (!isOpen(part)) return;
    // Once more at once: most faults pass, and to be parked takes a minute.
    await work()
      .catch(work)
      .catch((error: unknown) => failures.set(part, reasonOf(error)));
  };
  const attemptOwners = (owners: Iterable<string>, work: (ownerId: string) => Promise<unknown>) =>
    attemptEach(owners, (ownerId) => attempt(ownerId, () => work(ownerId)), { atOnce: DRAIN.ownersAtOnce });

  const { liveness } = flip;
  const asks: Asks = new Map();
  const holdsFor = liveness === null ? [] : await ownersHeldBy(run, flip.agentId);
  await attemptOwners(holdsFor, (ownerId) => setLive(run, flip, ownerId, liveness === 'live'));
  // A verdict that came before its vote counts would be taken for known once it does.
  const ready = Object.keys(flip.verdicts).filter((ownerId) => !failures.has(ownerId));
  await attemptOwners(ready, (ownerId) => applyVerdicts(run, flip, ownerId, asks));
  const isToPlan = liveness === 'lost' || liveness === 'live';
  let moved = new Set<string>();
  if (isToPlan) {
    await attempt(AGENT_PART, async () => {
      moved = await rebalance(run, flip.location, flip.createdAt);
    });
  }
  const unmoved = holdsFor.filter((ownerId) => !moved.has(ownerId));
  await attemptOwners(unmoved, (ownerId) => reviewOwner(run, ownerId, flip.location, flip.createdAt));
  await attempt(AGENT_PART, async () => {
    if (liveness === 'live') await tellBack(run, flip);
    for (const [agentId, endpointIds] of asks) await askToCheck(run, { agentId, endpointIds });
  });
  return failures;
}

/** One monitor that cannot be read or written keeps none of the owner's others from its verdicts. */
async function applyVerdicts(run: Run, flip: Flip, ownerId: string, asks: Asks): Promise<void> {
  const ref = assignments.ref(run.db, assignmentId(flip.location, ownerId));
  const assignment = assignments.read(await ref.get());
  if (!assignment || assignment.agentId !== flip.agentId || assignment.gen !== flip.verdicts[ownerId]?.gen) return;
  await attemptEach(
    byMonitor(flip, ownerId, assignment),
    ([monitorId, arrivals]) => applyToMonitor(run, { monitorId, ownerId }, arrivals, asks),
    { what: 'monitors' },
  );
  const told = Object.keys(flip.verdicts[ownerId]?.endpoints ?? {});
  const gone = told.filter((id) => !assignment.endpoints[id]);
  await forgetVerdicts(run, flip.agentId, ownerId, gone);
}

/** An owner's verdicts by monitor; those of endpoints no longer assigned are left out. */
function byMonitor(flip: Flip, ownerId: string, assignment: Assignment): Map<string, Map<string, ArrivedVerdict>> {
  const grouped = new Map<string, Map<string, ArrivedVerdict>>();
  for (const [endpointId, verdict] of Object.entries(flip.verdicts[ownerId]?.endpoints ?? {})) {
    const monitorId = assignment.endpoints[endpointId]?.monitorId;
    if (!monitorId) continue;
    const group = grouped.get(monitorId) ?? new Map<string, ArrivedVerdict>();
    group.set(endpointId, { location: flip.location, gen: assignment.gen, seq: flip.order, verdict });
    grouped.set(monitorId, group);
  }
  return grouped;
}
