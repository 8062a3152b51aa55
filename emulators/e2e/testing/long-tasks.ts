import type { Page } from 'playwright-core';

const BEGIN = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    window.longTasks.push(...list.getEntries().map((each) => each.duration));
  }).observe({ type: 'longtask' });
`;

/** Begins to collect tasks of over 50 ms on the page's main thread. Gives how to ask for their lengths, ms. */
export async function collectLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(BEGIN);
  return () => page.evaluate<number[]>('window.longTasks');
}
