import { setTimeout as sleep } from 'node:timers/promises';

/** When a scheduled function is due: every `everyMin` minutes, at minute `atMin` of them (UTC). */
export interface Schedule {
  name: string;
  everyMin: number;
  atMin: number;
}

/** The schedules of functions/src/index.ts. The emulators have no scheduler, so the clock runs them. */
export const schedules: readonly Schedule[] = [
  { name: 'sweep', everyMin: 1, atMin: 0 },
  { name: 'rollHours', everyMin: 60, atMin: 5 },
];

export interface Tick {
  name: string;
  /** The time that it was due at. */
  atMs: number;
}

const minuteMs = 60_000;

/**
 * What became due after one time and up to another, in order; of each schedule only the last, since after a long
 * sleep of the machine the earlier ones have nothing left to do.
 */
export function dueTicks(afterMs: number, untilMs: number, list: readonly Schedule[] = schedules): Tick[] {
  return list
    .map(({ name, everyMin, atMin }) => {
      const period = everyMin * minuteMs;
      const offset = atMin * minuteMs;
      return { name, atMs: Math.floor((untilMs - offset) / period) * period + offset };
    })
    .filter(({ atMs }) => atMs > afterMs)
    .sort((a, b) => a.atMs - b.atMs);
}

/**
 * Runs a scheduled function as the scheduler would at that time, which the function takes for now. `functions` is
 * the address of Addresses. Throws when it answers with an error, which is what it does when it throws.
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
  /** Resolves when no function runs any more that the clock started. */
  stop(): Promise<void>;
}

export interface ClockOptions {
  /** The address of Addresses. */
  functions: string;
  /** Gets a line for each run that failed. */
  log: (line: string) => void;
  list?: readonly Schedule[];
  now?: () => number;
}

/** Runs the scheduled functions when they are due. A failure is logged and does not stop the clock. */
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

async function run({ functions, log, list = schedules, now = Date.now }: ClockOptions, signal: AbortSignal) {
  let lastMs = now();
  while (!signal.aborted) {
    const waitMs = minuteMs - (now() % minuteMs);
    await sleep(waitMs, null, { signal }).catch(() => {});
    if (signal.aborted) return;
    const nowMs = now();
    for (const { name, atMs } of dueTicks(lastMs, nowMs, list)) {
      await tick(functions, name, atMs).catch((error: unknown) => log(String(error)));
    }
    lastMs = nowMs;
  }
}
