import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails when axe finds a violation of WCAG 2.2 AA on what the page shows, naming rules and elements. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))');
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
  ).toEqual([]);
}
