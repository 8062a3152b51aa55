import { SCHEDULED_JOBS, type Schedule } from '../values/scheduled-job-table.ts';
import type { ScheduledJobName } from '../values/scheduled-jobs.ts';

/** The table of scheduled jobs with one more line. */
export const WITH_NIGHTLY: { SCHEDULED_JOBS: Record<string, Schedule> } = {
  SCHEDULED_JOBS: { ...SCHEDULED_JOBS, nightly: { everyMin: 1440, atMin: 150 } },
};

/** Its name. The cast is safe once the table has the job. */
export const NIGHTLY = 'nightly' as ScheduledJobName;
