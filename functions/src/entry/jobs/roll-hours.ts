import type { Sweep } from '@farwatch/core/documents/sweep';
import { isHourComplete, isUnleased } from '@farwatch/core/values/dirty-hours';
import { HOUR_MS, hourStart, isInNewPeriod, MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { agentStates, agents } from '../../platform/db/collections.ts';
import { findDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueAll, type TaskInputs } from '../../platform/db/tasks.ts';

const AT_ONCE = 400;
/** About as many hours as the tasks complete in a minute; every sweep enqueues the remaining ones again. */
const MAX_DIRTY_HOURS = 100;
/** A minute in which an hour need not be looked for would cost a read. */
const DIRTY_EVERY_MS = 5 * MINUTE_MS;
const dirtyField = agentStates.pick('dirtyHours', 'dirtyAt');

/**
 * Every hour: enqueues a task for each agent that may have reported in the hour that ended, and one for the hour
 * before. The second covers a missed run or task, since punctual checks mark no hour for the sweep. If nothing was
 * missed, it reads one document.
 */
export async function rollHours(run: Run): Promise<void> {
  const ended = hourStart(run.nowMs) - HOUR_MS;
  for (const hourAt of [ended, ended - HOUR_MS]) {
    const seen = agents.collection(run.db).where('lastReportAt', '>=', Timestamp.fromMillis(hourAt)).select();
    const { docs } = await seen.get();
    await enqueueAll(
      run,
      'rollAgentHour',
      docs.map((doc) => ({ agentId: doc.id, hourAt })),
    );
  }
}

/**
 * Returns the marked hours that are over, for a task each: their roll-up failed, was missed, or was followed by late
 * checks. Takes the newest hour of each agent first, then the next of each, up to about a minute's work. Those that have
 * failed come last. Looks every five minutes, and while the last look found any.
 */
export async function readDirtyHours(
  run: Run,
  state: Pick<Sweep, 'hasDirtyHours'>,
  { lastRunAt }: Pick<Sweep, 'lastRunAt'>,
): Promise<TaskInputs['rollAgentHour'][]> {
  if (!state.hasDirtyHours && !isInNewPeriod(lastRunAt, run.nowMs, DIRTY_EVERY_MS)) return [];
  const marked = agentStates.collection(run.db).where('dirtyAt', '<=', Timestamp.fromMillis(run.nowMs));
  const found = await findDue(run, marked.orderBy('dirtyAt'), dirtyField, AT_ONCE);
  state.hasDirtyHours = found.length > 0;
  const hours = found.flatMap(({ id: agentId, dirtyHours, tries }) => {
    const due = Object.keys(dirtyHours)
      .map(Number)
      .filter((hourAt) => isHourComplete(hourAt, run.nowMs) && isUnleased(dirtyHours, hourAt, run.nowMs));
    return due.sort((a, b) => b - a).map((hourAt, turn) => ({ turn, tries, input: { agentId, hourAt } }));
  });
  const inputs = hours.sort((a, b) => a.tries - b.tries || a.turn - b.turn).map(({ input }) => input);
  return inputs.slice(0, MAX_DIRTY_HOURS);
}
