import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import type { Flip } from '@farwatch/core/documents/flip';
import type { ArrivedVerdict } from '@farwatch/core/status/decide-endpoint';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { applyLiveness } from './apply-liveness.ts';
import { applyToMonitor } from './apply-to-monitor.ts';

/** Applies one flip: first what it says of the agent itself, then its verdicts, monitor by monitor. */
export async function applyFlip(run: Run, flip: Flip): Promise<void> {
  if (flip.liveness !== null) await applyLiveness(run, flip, flip.liveness);
  for (const ownerId of Object.keys(flip.verdicts)) await applyVerdicts(run, flip, ownerId);
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
