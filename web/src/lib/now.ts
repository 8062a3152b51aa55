import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

/**
 * One clock for the whole page. It ticks every second while the page is visible, and at once when it becomes visible.
 */
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  nowMs = Date.now();
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

/** The current time, epoch ms, rounded down to `everyMs`; rerenders only when that changes. */
export function useNow(everyMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor(nowMs / everyMs) * everyMs);
}
