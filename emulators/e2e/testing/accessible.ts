import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE_FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type RunOnly = readonly string[] | { type: 'rule'; values: readonly string[] };
const ALL: RunOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All that a theme can change: it has other colours, and nothing else. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Passed rules are neither reported nor sent here, and no style sheet is loaded for rules that are not run, which is
 * most of axe's work.
 */
const find = (runOnly: RunOnly) => `axe.run(document, {
  runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'], preload: false,
}).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ target }) => target.join(' ')).join(' | ')))`;

let axe: Promise<string> | null = null;

/** Fails when axe finds a violation of WCAG 2.2 AA on what the page shows, naming rules and elements. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await violations(page, ALL)).toEqual([]);
}

/** The same by night (colours only) and by day. The page must follow the device's theme; it is left light. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [theme, rules] of [
    ['dark', COLOURS],
    ['light', ALL],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
    expect(await violations(page, rules), theme).toEqual([]);
  }
}

async function violations(page: Page, rules: RunOnly): Promise<string[]> {
  axe ??= readFile(AXE_FILE, 'utf8');
  await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))');
  // Far down a page, axe takes an open dialog for one out of sight.
  await page.evaluate('scrollTo(0, 0)');
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${await axe}; null`);
  return page.evaluate<string[]>(find(rules));
}
