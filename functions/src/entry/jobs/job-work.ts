import type { ScheduledJobName } from '@farwatch/core/values/scheduled-jobs';
import type { Run } from '../../platform/db/run.ts';

type Job = { options?: { memory: '512MiB' }; run: (run: Run) => Promise<void> };

/** The work of each scheduled job, and where its options differ from the common ones (options.ts). */
export const JOBS: Record<ScheduledJobName, Job> = {
  sweep: {
    options: { memory: '512MiB' },
    run: async (run) => (await import('./sweep/sweep.ts')).sweep(run),
  },
  rollHours: {
    run: async (run) => {
      const [{ rollHours }, { enqueueRefreshes }, { attemptEach }] = await Promise.all([
        import('./roll-hours.ts'),
        import('./refresh-maintenance.ts'),
        import('../../platform/db/attempt-each.ts'),
      ]);
      await attemptEach([rollHours, enqueueRefreshes], (part) => part(run), { what: 'parts of the hourly job' });
    },
  },
  buildHistories: {
    run: async (run) => (await import('./build-histories.ts')).buildHistories(run),
  },
  askRegistries: {
    run: async (run) => (await import('./ask-registries.ts')).askRegistries(run),
  },
  sendSummaries: {
    run: async (run) => (await import('./send-summaries.ts')).sendSummaries(run),
  },
  closeAccounts: {
    run: async (run) => {
      const { deleteDueAccounts } = await import('./delete-due-accounts.ts');
      await deleteDueAccounts(run, async () => (await import('../../platform/db/auth.ts')).projectAuth());
    },
  },
};
