import { METRIC_PUSH } from '@farwatch/core/values/limits';
import { isInNewPeriod } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { metricPushes } from '../../../platform/db/collections.ts';
import { readDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';
import { enqueueAll } from '../../../platform/db/tasks.ts';

/** The pushes that are due first; the others follow five minutes later. */
const MOST = 1000;

/** Enqueues the pushes of metrics that are due, once in five minutes: each minute would cost a read although few use it. */
export async function sweepMetricPushes(run: Run, lastRunAt: number | null): Promise<void> {
  if (!isInNewPeriod(lastRunAt, run.nowMs, METRIC_PUSH.everyMs)) return;
  const period = Math.floor(run.nowMs / METRIC_PUSH.everyMs);
  const due = metricPushes.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs)).orderBy('dueAt');
  for await (const docs of readDue(run, due, ['dueAt'], MOST)) {
    const inputs = docs.map(({ id }) => ({ ownerId: id }));
    await enqueueAll(run, 'pushMetrics', inputs, ({ ownerId }) => `metrics-${ownerId}-${period}`);
  }
}
