import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const OBSERVE = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    window.longTasks.push(...list.getEntries().map((each) => each.duration));
  }).observe({ type: 'longtask' });
`;

/** What one step cost a page's main thread, ms: processor time, whatever else the machine does, and the longest task by the clock. */
export type StepCost = { name: string; busyMs: number; longestMs: number };

/** Begins to measure what steps cost the page's main thread. Gives how to take one. */
export async function measureSteps(
  page: Page,
): Promise<(name: string, step: () => Promise<unknown>) => Promise<StepCost>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(OBSERVE);
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  return async (name, step) => {
    await page.evaluate('window.longTasks.length = 0');
    const before = await busyMs();
    await step();
    const longest = await page.evaluate<number>('Math.max(0, ...window.longTasks)');
    return { name, busyMs: Math.round((await busyMs()) - before), longestMs: Math.round(longest) };
  };
}

/** Prints what the steps cost, and fails when one of them kept the processor busy for as long as `mostMs`. */
export function expectQuick(title: string, costs: readonly StepCost[], mostMs: number): void {
  const lines = costs.map(({ name, busyMs, longestMs }) => `${name}: ${busyMs} ms busy, longest task ${longestMs} ms`);
  console.info([title, ...lines].join('\n'));
  for (const { name, busyMs } of costs) expect(busyMs, name).toBeLessThan(mostMs);
}
