import { it as base, expect } from 'vitest';
import { startBrowser } from './browser.ts';
import { Tabs } from './tabs.ts';

/**
 * A browser test of the app. `tab` reuses a page of earlier tests, `freshTab` loads one, `ownWindow` loads one in its
 * own context; all are closed automatically. A test fails if a page had an uncaught error.
 */
export const it = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await startBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('tabs', { scope: 'file' }, ({ browser }) => new Tabs(browser))
  .extend('tabsOfTest', async ({ tabs, task }, { onCleanup }) => {
    onCleanup(async () => expect(await tabs.endTest(task.result?.state === 'fail')).toEqual([]));
    return tabs;
  })
  .extend('tab', ({ tabsOfTest }) => tabsOfTest.tab)
  .extend('freshTab', ({ tabsOfTest }) => tabsOfTest.freshTab)
  .extend('ownWindow', ({ tabsOfTest }) => tabsOfTest.ownWindow);
