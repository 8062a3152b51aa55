import { MINUTE_MS } from '@farwatch/core/values/time';
import { useSyncExternalStore } from 'react';
import { clockOffset, type DatedAnswer } from './clock-offset.ts';

const TICK_MS = 1_000;
/** How often this device's clock is compared with the server's. */
export const COMPARED_EVERY_MS = 15 * MINUTE_MS;

let offsetMs = 0;
let comparedMs: number | null = null;

/** The current time, epoch ms, by the server's clock if this device's is wrong. */
export function currentMs(): number {
  return Date.now() + offsetMs;
}

/** Compares this device's clock with a response of the server, at most every 15 minutes. */
export function compareClock(answer: DatedAnswer): void {
  if (comparedMs !== null && Math.abs(answer.receivedMs - comparedMs) < COMPARED_EVERY_MS) return;
  comparedMs = answer.receivedMs;
  const before = offsetMs;
  offsetMs = clockOffset(answer, before);
  if (offsetMs !== before) tick();
}

/** One clock for the whole page. It ticks every second while the page is visible, and when it becomes visible. */
const listeners = new Set<() => void>();
let nowMs = currentMs();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  nowMs = currentMs();
  for (const listener of listeners) listener();
}

function run() {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.hidden) return;
  tick();
  timer = setInterval(tick, TICK_MS);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', run);
  listeners.add(listener);
  if (timer === undefined) run();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', run);
    run();
  };
}

/** The result of `read` for the current time, epoch ms, to the second; rerenders only when it changes. */
export function useByNow<T>(read: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => read(nowMs));
}

/** The current time, epoch ms, rounded down to `everyMs`; rerenders only when that changes. */
export function useNow(everyMs: number): number {
  return useByNow((ms) => Math.floor(ms / everyMs) * everyMs);
}
