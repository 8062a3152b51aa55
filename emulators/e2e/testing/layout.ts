import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails when the page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(over).toBeLessThanOrEqual(0);
}
