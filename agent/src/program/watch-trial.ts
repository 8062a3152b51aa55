import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { readPrograms, trialExpired, writePrograms } from './program-state.ts';

/** A silent agent counts as lost after five minutes: until then the version before is to be back. */
export const TRIAL_MS = 3 * MINUTE_MS;
const ASK_MS = 10 * SECOND_MS;
/** How often the trial is extended while the server is away. */
const ROUNDS = 10;

/** The input of the thread that watches a version on trial. */
export type Trial = { folder: string; sha256: string; origin: string | null; afterMs: number };

/**
 * In a thread of its own, because the version on trial may hang: ends the process if that has not checked in in time,
 * and notes that its time is over. While the server is away it gets more time, since no version could check in.
 */
export async function watchTrial({ folder, sha256, origin, afterMs }: Trial): Promise<void> {
  for (let round = 1; ; round += 1) {
    await sleep(afterMs);
    const state = await readPrograms(folder);
    if (state.trial?.sha256 !== sha256) return;
    if (round < ROUNDS && origin !== null && !(await isThere(origin))) continue;
    await writePrograms(folder, trialExpired(state)).catch(() => undefined); // the number of its starts ends it, too
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Whether the server's functions answer at all. */
async function isThere(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/me`, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => null);
  return response !== null && response.status < 500;
}
