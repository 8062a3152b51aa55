import { type DirtyHours, finishHour, leaseHour, releaseHour } from '@farwatch/core/rollups/dirty-hours';
import { agentStates } from '../db/kinds.ts';
import { retryConflicts } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

const marksFields = agentStates.pick('dirtyHours', 'dirtyAt', 'agentSeq');

export type AgentHour = { agentId: string; hourAt: number };

/** The state of an hour: leased by us, leased by another, or its agent is gone and nothing is marked. */
export type Lease = { state: 'ours'; hours: DirtyHours } | { state: 'busy' | 'gone' };

/** Leases an hour for a roll-up, and marks it until that is done. */
export async function takeHour(run: Run, { agentId, hourAt }: AgentHour): Promise<Lease> {
  let leased: DirtyHours | null = null;
  const isThere = await changeMarks(run, agentId, (hours, agentSeq) => {
    leased = leaseHour(hours, hourAt, agentSeq, run.nowMs);
    return leased ?? hours;
  });
  if (!isThere) return { state: 'gone' };
  return leased ? { state: 'ours', hours: leased } : { state: 'busy' };
}

/** Removes the mark of an hour that was rolled up, unless checks came for it since. */
export async function markDone(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, (hours) => finishHour(hours, hourAt, leased));
}

/** Releases an hour whose roll-up failed. */
export async function giveBack(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, (hours) => releaseHour(hours, hourAt, leased));
}

/** Writes only if the marks change. Returns whether the agent exists. */
function changeMarks(
  run: Run,
  agentId: string,
  change: (hours: DirtyHours, agentSeq: number) => DirtyHours,
): Promise<boolean> {
  const ref = agentStates.ref(run.db, agentId);
  return retryConflicts(async () => {
    const [document] = await run.db.getAll(ref, { fieldMask: marksFields.names });
    const known = marksFields.read(document);
    if (!known || !document?.updateTime) return false;
    const { dirtyHours, dirtyAt, agentSeq } = known;
    const changed = change(dirtyHours, agentSeq);
    if (changed === dirtyHours) return true;
    const isClean = Object.keys(changed).length === 0;
    const marks = agentStates.part({ dirtyHours: changed, dirtyAt: isClean ? null : (dirtyAt ?? run.nowMs) });
    await ref.update(marks, { lastUpdateTime: document.updateTime });
    return true;
  });
}
