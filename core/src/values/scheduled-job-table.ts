/** When a job runs: every `everyMin` minutes, `atMin` minutes into each such period, which start at midnight UTC. */
export type Schedule = { everyMin: number; atMin: number };

/** Every scheduled job, by its function's name. What it runs: functions/src/entry/jobs/job-work.ts. */
export const SCHEDULED_JOBS = {
  sweep: { everyMin: 1, atMin: 0 },
  rollHours: { everyMin: 60, atMin: 5 },
  buildHistories: { everyMin: 60, atMin: 35 },
  askRegistries: { everyMin: 60, atMin: 50 },
  sendSummaries: { everyMin: 15, atMin: 2 },
  closeAccounts: { everyMin: 60, atMin: 20 },
} as const satisfies Record<string, Schedule>;
