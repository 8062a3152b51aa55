import { setTimeout as sleep } from 'node:timers/promises';

/** Time passes during a task, while it waits for services, locations that recheck, or its turn. */
export type Clock = { now(): number; sleep(ms: number): Promise<unknown> };

export const SYSTEM_CLOCK: Clock = { now: Date.now, sleep };
