import { agentStateSchema } from '@farwatch/core/documents/agent';
import { agentStates } from '../db/kinds.ts';
import { retryConflicts } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

const marksSchema = agentStateSchema.pick({ dirtyHours: true });

/**
 * Takes an hour's mark off before it is rolled up: a check that comes from now on marks it anew, and the next sweep has it
 * rolled up once more.
 */
export function unmark(run: Run, agentId: string, hourAt: number): Promise<void> {
  return changeMarks(run, agentId, (hours) => hours.filter((each) => each !== hourAt));
}

/** Marks an hour that is still to be rolled up. */
export function mark(run: Run, agentId: string, hourAt: number): Promise<void> {
  return changeMarks(run, agentId, (hours) => (hours.includes(hourAt) ? hours : [...hours, hourAt]));
}

/** Nothing happens where the agent is gone or the marks are as they shall be. */
async function changeMarks(run: Run, agentId: string, change: (hours: number[]) => number[]): Promise<void> {
  const ref = agentStates.ref(run.db, agentId);
  await retryConflicts(async () => {
    const [document] = await run.db.getAll(ref, { fieldMask: ['dirtyHours'] });
    if (!document?.exists || !document.updateTime) return;
    const { dirtyHours } = marksSchema.parse(document.data());
    const changed = change(dirtyHours);
    if (changed.length === dirtyHours.length) return;
    const dirtyAt = changed.length > 0 ? run.nowMs : null;
    await ref.update(agentStates.part({ dirtyHours: changed, dirtyAt }), { lastUpdateTime: document.updateTime });
  });
}
