import { type DirtyHours, finishHour, leaseHour, releaseHour } from '@farwatch/core/rollups/dirty-hours';
import { agentStates } from '../db/kinds.ts';
import { retryConflicts } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

const marksFields = agentStates.pick('dirtyHours', 'dirtyAt', 'order');

export type AgentHour = { agentId: string; hourAt: number };

/** What was found of an hour: it is ours now, another is at it, or the agent is gone and nobody marks anything. */
export type Lease = { state: 'ours'; hours: DirtyHours } | { state: 'busy' | 'gone' };

/** Leases an hour to whoever is about to roll it up, and marks it until that is done. */
export async function takeHour(run: Run, { agentId, hourAt }: AgentHour): Promise<Lease> {
  let leased: DirtyHours | null = null;
  const isThere = await changeMarks(run, agentId, (hours, order) => {
    leased = leaseHour(hours, hourAt, order, run.nowMs);
    return leased ?? hours;
  });
  if (!isThere) return { state: 'gone' };
  return leased ? { state: 'ours', hours: leased } : { state: 'busy' };
}

/** Takes the mark off an hour that was rolled up, unless checks came for it since. */
export async function markDone(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, (hours) => finishHour(hours, hourAt, leased));
}

/** Leaves an hour that could not be rolled up to whoever comes next. */
export async function giveBack(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, (hours) => releaseHour(hours, hourAt, leased));
}

/** Nothing is written where the marks are as they shall be. Gives whether the agent is there. */
function changeMarks(
  run: Run,
  agentId: string,
  change: (hours: DirtyHours, order: number) => DirtyHours,
): Promise<boolean> {
  const ref = agentStates.ref(run.db, agentId);
  return retryConflicts(async () => {
    const [document] = await run.db.getAll(ref, { fieldMask: marksFields.names });
    const known = marksFields.read(document);
    if (!known || !document?.updateTime) return false;
    const { dirtyHours, dirtyAt, order } = known;
    const changed = change(dirtyHours, order);
    if (changed === dirtyHours) return true;
    const isClean = Object.keys(changed).length === 0;
    const marks = agentStates.part({ dirtyHours: changed, dirtyAt: isClean ? null : (dirtyAt ?? run.nowMs) });
    await ref.update(marks, { lastUpdateTime: document.updateTime });
    return true;
  });
}
