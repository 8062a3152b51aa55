import type { AgentState } from '@farwatch/core/documents/agent';
import {
  type DirtyHours,
  finishHour,
  isRolledUp,
  leaseHour,
  markMissed,
  releaseHour,
  withRolledUp,
} from '@farwatch/core/rollups/dirty-hours';
import { agentStates } from '../db/collections.ts';
import { retryConflicts } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

const marksFields = agentStates.pick('dirtyHours', 'dirtyAt', 'rolledHours', 'agentSeq');

export type AgentHour = { agentId: string; hourAt: number };

/** The state of an hour: leased by us, leased by another, done before, or its agent is gone and nothing is marked. */
export type Lease = { state: 'ours'; hours: DirtyHours } | { state: 'busy' | 'done' | 'gone' };

/** Leases an hour for a roll-up, and marks it until that is done, and with it those before it that were missed. */
export async function takeHour(run: Run, { agentId, hourAt }: AgentHour): Promise<Lease> {
  let lease: Lease = { state: 'busy' };
  const isThere = await changeMarks(run, agentId, ({ dirtyHours, rolledHours, agentSeq }) => {
    const marked = markMissed(dirtyHours, rolledHours, hourAt, agentSeq);
    const leased = leaseHour(marked, hourAt, agentSeq, run.nowMs);
    const isDone = isRolledUp(rolledHours, dirtyHours, hourAt);
    lease = isDone ? { state: 'done' } : leased ? { state: 'ours', hours: leased } : { state: 'busy' };
    return isDone || !leased ? null : { dirtyHours: leased };
  });
  return isThere ? lease : { state: 'gone' };
}

/** Removes the mark of an hour that was rolled up, and notes that, unless checks came for it since. */
export async function markDone(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, ({ dirtyHours: before, rolledHours }) => {
    const dirtyHours = finishHour(before, hourAt, leased);
    if (dirtyHours === before) return null;
    const isDone = dirtyHours[hourAt] === undefined;
    return { dirtyHours, ...(isDone && { rolledHours: withRolledUp(rolledHours, hourAt, run.nowMs) }) };
  });
}

/** Releases an hour whose roll-up failed. */
export async function giveBack(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, ({ dirtyHours: before }) => {
    const dirtyHours = releaseHour(before, hourAt, leased);
    return dirtyHours === before ? null : { dirtyHours };
  });
}

type Marks = Pick<AgentState, 'dirtyHours' | 'rolledHours' | 'agentSeq'>;

/** Writes only what the change gives, if anything. Returns whether the agent exists. */
function changeMarks(
  run: Run,
  agentId: string,
  change: (marks: Marks) => (Pick<Marks, 'dirtyHours'> & Partial<Marks>) | null,
): Promise<boolean> {
  const ref = agentStates.ref(run.db, agentId);
  return retryConflicts(async () => {
    const [document] = await run.db.getAll(ref, { fieldMask: marksFields.names });
    const known = marksFields.read(document);
    if (!known || !document?.updateTime) return false;
    const changed = change(known);
    if (!changed) return true;
    const isClean = Object.keys(changed.dirtyHours).length === 0;
    const marks = agentStates.toUpdate({ ...changed, dirtyAt: isClean ? null : (known.dirtyAt ?? run.nowMs) });
    await ref.update(marks, { lastUpdateTime: document.updateTime });
    return true;
  });
}
