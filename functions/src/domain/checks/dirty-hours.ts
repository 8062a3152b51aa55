import type { AgentState } from '@farwatch/core/documents/agent';
import {
  addRolledUp,
  type DirtyHours,
  finishHour,
  isRolledUp,
  leaseHour,
  markMissed,
  releaseHour,
} from '@farwatch/core/values/dirty-hours';
import { agentStates } from '../../platform/db/collections.ts';
import { retryConflicts } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';

const marksFields = agentStates.pick('dirtyHours', 'dirtyAt', 'rolledHours', 'agentSeq');

export type AgentHour = { agentId: string; hourAt: number };

/** `acquired`: leased by this run; `busy`: by another one; `done`: rolled up before; `gone`: the agent is deleted. */
type Lease = { state: 'acquired'; hours: DirtyHours } | { state: 'busy' | 'done' | 'gone' };

/** Leases an hour for a roll-up. Until that is done, marks it and earlier missed hours as dirty. */
export async function acquireHour(run: Run, { agentId, hourAt }: AgentHour): Promise<Lease> {
  let lease: Lease = { state: 'busy' };
  const exists = await changeMarks(run, agentId, ({ dirtyHours, rolledHours, agentSeq }) => {
    const marked = markMissed(dirtyHours, rolledHours, hourAt, agentSeq);
    const leased = leaseHour(marked, hourAt, agentSeq, run.nowMs);
    const isDone = isRolledUp(rolledHours, dirtyHours, hourAt);
    lease = isDone ? { state: 'done' } : leased ? { state: 'acquired', hours: leased } : { state: 'busy' };
    return isDone || !leased ? null : { dirtyHours: leased };
  });
  return exists ? lease : { state: 'gone' };
}

/** Records that an hour is rolled up and removes its mark, unless checks for it have arrived since. */
export async function completeHour(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, ({ dirtyHours: before, rolledHours }) => {
    const dirtyHours = finishHour(before, hourAt, leased);
    if (dirtyHours === before) return null;
    const isDone = dirtyHours[hourAt] === undefined;
    return { dirtyHours, ...(isDone && { rolledHours: addRolledUp(rolledHours, hourAt, run.nowMs) }) };
  });
}

/** Releases the lease of an hour whose roll-up failed; after several failures it waits. */
export async function releaseLease(run: Run, { agentId, hourAt }: AgentHour, leased: DirtyHours): Promise<void> {
  await changeMarks(run, agentId, ({ dirtyHours: before }) => {
    const dirtyHours = releaseHour(before, hourAt, leased, run.nowMs);
    return dirtyHours === before ? null : { dirtyHours };
  });
}

type Marks = Pick<AgentState, 'dirtyHours' | 'rolledHours' | 'agentSeq'>;

/** Writes what `change` returns unless it is null. Returns whether the agent exists. */
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
