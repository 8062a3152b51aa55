import { cronOf, type ScheduledJobName } from '@farwatch/core/values/scheduled-jobs';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { JOBS } from './entry/jobs/job-work.ts';
import { OPTIONS } from './options.ts';

/** The function of a scheduled job. Its run's `nowMs` is the scheduled time. */
export function registerJob(name: ScheduledJobName) {
  const job = JOBS[name];
  return onSchedule({ ...OPTIONS.scheduledJob, ...job.options, schedule: cronOf(name) }, async (event) => {
    const { newRun } = await import('./platform/db/app.ts');
    await job.run(await newRun(Date.parse(event.scheduleTime)));
  });
}
