import { agentStateSchema } from '@farwatch/core/documents/agent';
import { isFree } from '@farwatch/core/rollups/dirty-hours';
import { HOUR_MS, hourStart } from '@farwatch/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { agentStates, agents } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { fromStored } from '../db/timestamps.ts';

const AT_ONCE = 100;
const dirtySchema = agentStateSchema.pick({ dirtyHours: true });

/**
 * Every hour at five past: a task for each agent that may have reported in the hour that ended, and one for the hour
 * before it, in case the last run was missed.
 */
export async function rollHours(run: Run): Promise<void> {
  const ended = hourStart(run.nowMs) - HOUR_MS;
  for (const hourAt of [ended, ended - HOUR_MS]) {
    const seen = agents.collection(run.db).where('lastReportAt', '>=', Timestamp.fromMillis(hourAt)).select();
    const { docs } = await seen.get();
    await Promise.all(docs.map((doc) => run.tasks.enqueue('rollAgentHour', { agentId: doc.id, hourAt })));
  }
}

/** A task for each hour with checks after its roll-up, and for each whose roll-up failed. */
export async function rollDirtyHours(run: Run): Promise<void> {
  const marked = agentStates.collection(run.db).where('dirtyAt', '<=', Timestamp.fromMillis(run.nowMs));
  const { docs } = await marked.select('dirtyHours').limit(AT_ONCE).get();
  for (const doc of docs) {
    const { dirtyHours } = dirtySchema.parse(fromStored(doc.data()));
    for (const hourAt of Object.keys(dirtyHours).map(Number)) {
      if (isFree(dirtyHours, hourAt, run.nowMs)) await run.tasks.enqueue('rollAgentHour', { agentId: doc.id, hourAt });
    }
  }
}
