import { it as base, expect } from 'vitest';
import { startBrowser } from './browser.ts';
import { Tabs } from './tabs.ts';

/**
 * A test of the app in the browser, with what opens its pages: `tab` goes on with a page of earlier tests, `freshTab` loads
 * one, `ownWindow` does so in a context of its own. Nobody closes them. A test fails when one had an uncaught error.
 */
export const it = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads here which fixtures are needed
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
