import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import type { Flip } from '@farwatch/core/documents/flip';
import type { ArrivedVerdict } from '@farwatch/core/status/decide-endpoint';
import { rebalance } from '../agents/rebalance.ts';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { applyToMonitor } from './apply-to-monitor.ts';
import { reviewOwner } from './review-owner.ts';
import { setLive } from './set-live.ts';

/**
 * Applies one flip (design 5). The verdicts that it brings come before what the agent said earlier is looked at again: an agent
 * that returns with good news raises no alarm by its old bad news. In between others take over what a silent one held.
 */
export async function applyFlip(run: Run, flip: Flip): Promise<void> {
  const { liveness } = flip;
  const holdsFor = liveness === null ? [] : await setLive(run, flip, liveness === 'live');
  for (const ownerId of Object.keys(flip.verdicts)) await applyVerdicts(run, flip, ownerId);
  const isToPlan = liveness === 'lost' || liveness === 'live';
  const moved = isToPlan ? await rebalance(run, flip.location, flip.createdAt) : new Set();
  const unmoved = holdsFor.filter((ownerId) => !moved.has(ownerId));
  for (const ownerId of unmoved) await reviewOwner(run, ownerId, flip.location, flip.createdAt);
}

async function applyVerdicts(run: Run, flip: Flip, ownerId: string): Promise<void> {
  const ref = assignments.ref(run.db, assignmentId(flip.location, ownerId));
  const assignment = assignments.read(await ref.get());
  if (!assignment || assignment.agentId !== flip.agentId || assignment.gen !== flip.verdicts[ownerId]?.gen) return;
  for (const [monitorId, arrivals] of byMonitor(flip, ownerId, assignment)) {
    await applyToMonitor(run, { monitorId, ownerId }, arrivals);
  }
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
