import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { YARDSTICK, YARDSTICK_MS } from './in-page.ts';

const OBSERVE = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    window.longTasks.push(...list.getEntries().map((each) => each.duration));
  }).observe({ type: 'longtask' });
`;

/** The most that an idle page, with its listeners and timers, costs an idle machine in a quarter of a second. */
const IDLE_MS = 25;

/**
 * A step's cost for the main thread, ms: CPU time here, CPU time on an idle machine, and the longest task's duration.
 */
export type StepCost = { name: string; busyMs: number; quietMs: number; longestMs: number };

/** Waits until the page's main thread is idle. Returns a function that runs a step and measures its cost. */
export async function measureSteps(
  page: Page,
): Promise<(name: string, step: () => Promise<unknown>) => Promise<StepCost>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(OBSERVE);
  const totalMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const busyMsOf = async (step: () => Promise<unknown>) => {
    const before = await totalMs();
    await step();
    return (await totalMs()) - before;
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 250));
  let yardMs = await busyMsOf(() => page.evaluate(YARDSTICK));
  await expect.poll(() => busyMsOf(pause)).toBeLessThan(IDLE_MS * Math.max(1, yardMs / YARDSTICK_MS));
  return async (name, step) => {
    await page.evaluate('window.longTasks = []');
    const busyMs = await busyMsOf(step);
    const longest = await page.evaluate<number>('Math.max(0, ...(window.longTasks ?? []))');
    const yardBeforeMs = yardMs;
    yardMs = await busyMsOf(() => page.evaluate(YARDSTICK));
    const quietMs = (busyMs * YARDSTICK_MS) / ((yardBeforeMs + yardMs) / 2);
    return { name, busyMs: Math.round(busyMs), quietMs: Math.round(quietMs), longestMs: Math.round(longest) };
  };
}

/** Logs the costs, and fails if a step would keep an idle machine busy for `mostMs` or longer. */
export function expectQuick(title: string, costs: readonly StepCost[], mostMs: number): void {
  const lines = costs.map(
    ({ name, busyMs, quietMs, longestMs }) =>
      `${name}: ${quietMs} ms on an idle machine, ${busyMs} ms here, longest task ${longestMs} ms`,
  );
  console.info([title, ...lines].join('\n'));
  for (const { name, quietMs } of costs) expect(quietMs, name).toBeLessThan(mostMs);
}
