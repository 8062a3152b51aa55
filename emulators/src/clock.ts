import { setTimeout as sleep } from 'node:timers/promises';
import { dueJobs } from '@farwatch/core/values/scheduled-jobs';
import { MINUTE_MS } from '@farwatch/core/values/time';

/**
 * Runs a scheduled job as Cloud Scheduler would at that time; the emulators have no scheduler. `functions` is the
 * address from Addresses. Throws if the job fails.
 */
export async function tick(functions: string, name: string, atMs: number): Promise<void> {
  const response = await fetch(`${functions}/${name}-0`, {
    method: 'POST',
    headers: { 'X-CloudScheduler-ScheduleTime': new Date(atMs).toISOString() },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} failed at ${new Date(atMs).toISOString()}: ${response.status} ${text}`);
}

export interface Clock {
  /** Resolves when the jobs that the clock started have ended. */
  stop(): Promise<void>;
}

export interface ClockOptions {
  /** The address from Addresses. */
  functions: string;
  /** Receives a line for each run that failed. */
  log: (line: string) => void;
  now?: () => number;
}

/** Runs the scheduled jobs when they are due. A failure is logged and does not stop the clock. */
export function startClock(options: ClockOptions): Clock {
  const stopping = new AbortController();
  const running = run(options, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function run({ functions, log, now = Date.now }: ClockOptions, signal: AbortSignal) {
  let lastMs = now();
  while (!signal.aborted) {
    const waitMs = MINUTE_MS - (now() % MINUTE_MS);
    await sleep(waitMs, null, { signal }).catch(() => {});
    if (signal.aborted) return;
    const nowMs = now();
    for (const { name, atMs } of dueJobs(lastMs, nowMs)) {
      await tick(functions, name, atMs).catch((error: unknown) => log(String(error)));
    }
    lastMs = nowMs;
  }
}
