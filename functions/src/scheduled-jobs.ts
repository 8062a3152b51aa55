import type { ScheduledJobName } from '@farwatch/core/values/scheduled-jobs';
import type { Run } from './db/run.ts';

type Job = { options?: { memory: '512MiB' }; run: (run: Run) => Promise<void> };

/** What each scheduled job runs, and the options in which it differs from the others (options.ts). */
export const JOBS: Record<ScheduledJobName, Job> = {
  sweep: {
    options: { memory: '512MiB' },
    run: async (run) => (await import('./sweep/sweep.ts')).sweep(run),
  },
  rollHours: { run: async (run) => (await import('./rollups/roll-hours.ts')).rollHours(run) },
};
