import { SCHEDULED_JOBS, type Schedule } from './scheduled-job-table.ts';
import { MINUTE_MS } from './time.ts';

export type ScheduledJobName = keyof typeof SCHEDULED_JOBS;

/** A run of a job; `atMs` is the time at which it was due. */
export type DueJob = { name: ScheduledJobName; atMs: number };

export const SCHEDULED_JOB_NAMES = Object.keys(SCHEDULED_JOBS) as ScheduledJobName[];

/**
 * Returns the job's cron expression (UTC). Throws if there is none: a period must divide an hour, or be whole hours
 * that divide a day.
 */
export function cronOf(name: ScheduledJobName): string {
  const { everyMin, atMin }: Schedule = SCHEDULED_JOBS[name];
  const isValid = everyMin < 60 ? 60 % everyMin === 0 : everyMin % 60 === 0 && 1440 % everyMin === 0;
  if (!isValid || atMin >= everyMin) throw new Error(`Cron cannot run ${name} every ${everyMin} minutes at ${atMin}.`);
  if (everyMin < 60) return `${stepOf(atMin, everyMin, 60)} * * * *`;
  return `${atMin % 60} ${stepOf(Math.floor(atMin / 60), everyMin / 60, 24)} * * *`;
}

/** Returns a cron field: from `start` in steps to the end of the hour or day. */
function stepOf(start: number, step: number, end: number): string {
  if (step === 1) return '*';
  return step === end ? String(start) : `${start}-${end - 1}/${step}`;
}

/**
 * Returns the jobs due after `afterMs` and until `untilMs`, in order. Each appears once, with its latest time: after a
 * long pause, earlier runs have nothing left to do.
 */
export function dueJobs(afterMs: number, untilMs: number): DueJob[] {
  return SCHEDULED_JOB_NAMES.map((name) => {
    const { everyMin, atMin }: Schedule = SCHEDULED_JOBS[name];
    const offsetMs = atMin * MINUTE_MS;
    const periodMs = everyMin * MINUTE_MS;
    return { name, atMs: Math.floor((untilMs - offsetMs) / periodMs) * periodMs + offsetMs };
  })
    .filter(({ atMs }) => atMs > afterMs)
    .sort((a, b) => a.atMs - b.atMs);
}
