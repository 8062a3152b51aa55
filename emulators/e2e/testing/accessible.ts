import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails when axe finds a violation of WCAG 2.2 AA on what the page shows, by day or by night, naming rules and elements.
 * The page must follow the device's theme; it is left light.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
    await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))');
    expect(await violations(page), theme).toEqual([]);
  }
}

async function violations(page: Page): Promise<string[]> {
  // Legacy mode looks into no frames of other sites, of which there are none, and opens no page for it.
  const found = await new AxeBuilder({ page }).setLegacyMode(true).withTags(RULES).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}
