import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails when the page is wider than its window, and stays so: a new width reaches the page a moment later. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate(over)).toBeLessThanOrEqual(0);
}
