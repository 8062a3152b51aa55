import { cronOf, type ScheduledJobName } from '@farwatch/core/values/scheduled-jobs';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { onTaskDispatched, type TaskQueueOptions } from 'firebase-functions/v2/tasks';
import { JOBS } from './entry/jobs/job-work.ts';
import { OPTIONS } from './options.ts';
import type { Run } from './platform/db/run.ts';
import type { TaskInputs, TaskName } from './platform/db/tasks.ts';

/** The function of a scheduled job. Its run's `nowMs` is the scheduled time. */
export function registerJob(name: ScheduledJobName) {
  const job = JOBS[name];
  return onSchedule({ ...OPTIONS.scheduledJob, ...job.options, schedule: cronOf(name) }, async (event) => {
    const { newRun } = await import('./platform/db/app.ts');
    await job.run(await newRun(Date.parse(event.scheduleTime)));
  });
}

/** The function of a task, whose work is loaded with its first call. */
export function registerTask<Name extends TaskName>(
  load: () => Promise<(run: Run, input: TaskInputs[Name]) => Promise<void>>,
  options: TaskQueueOptions = OPTIONS.task,
) {
  return onTaskDispatched<TaskInputs[Name]>(options, async ({ data }) => {
    const [work, { newRun }] = await Promise.all([load(), import('./platform/db/app.ts')]);
    await work(await newRun(), data);
  });
}
