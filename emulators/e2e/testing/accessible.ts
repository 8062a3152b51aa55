import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE_FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type RunOnly = readonly string[] | { type: 'rule'; values: readonly string[] };
const ALL: RunOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the theme, which changes only colours. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Leaves out passed rules and loads no style sheets: that is most of axe's work. */
const axeRun = (runOnly: RunOnly) => `axe.run(document, {
  runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'], preload: false,
}).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ target }) => target.join(' ')).join(' | ')))`;

let axe: Promise<string> | null = null;

/** Fails when axe finds a violation of WCAG 2.2 AA on the page; names the rules and elements. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page, ALL)).toEqual([]);
}

/** Checks the dark theme (colours only) and the light one, which stays. The page must follow the device's theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [theme, rules] of [
    ['dark', COLOURS],
    ['light', ALL],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
    expect(await findViolations(page, rules), theme).toEqual([]);
  }
}

async function findViolations(page: Page, rules: RunOnly): Promise<string[]> {
  axe ??= readFile(AXE_FILE, 'utf8');
  // A spinner never ends.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    .map((each) => each.finished.catch(() => {})))`);
  // On a scrolled page axe takes an open dialog for hidden.
  await page.evaluate('scrollTo(0, 0)');
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${await axe}; null`);
  return page.evaluate<string[]>(axeRun(rules));
}
