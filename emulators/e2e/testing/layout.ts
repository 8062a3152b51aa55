import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails when the page is wider than its window, and stays so: a new width reaches the page a moment later. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate(over)).toBeLessThanOrEqual(0);
}

/** Where an element is; waits until it is shown. */
export async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return box;
}
