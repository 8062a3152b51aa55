import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails if the page stays wider than its window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate(over)).toBeLessThanOrEqual(0);
}

/** Returns where an element is; waits until it is shown. */
export async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return box;
}
