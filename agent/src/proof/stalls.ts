import type { Stall } from './messages.ts';

const TICK_MS = 5;

/**
 * Reports each time in which this program wanted to run and the machine ran something else, without what the loop's own
 * work took. `now`: epoch ms.
 */
export function watchStalls(now: () => number, onStall: (stall: Stall) => void): void {
  let before = { atMs: now(), cpuMs: threadMs() };
  setInterval(() => {
    const after = { atMs: now(), cpuMs: threadMs() };
    const stalledMs = after.atMs - before.atMs - TICK_MS - (after.cpuMs - before.cpuMs);
    if (stalledMs >= TICK_MS) onStall({ fromMs: before.atMs, untilMs: after.atMs, stalledMs });
    before = after;
  }, TICK_MS).unref();
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
