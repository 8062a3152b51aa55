import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumFlags, needChromium } from '../../src/platform/chromium.ts';
import { makeAccount } from '../testing/accounts.ts';
import { openApp } from '../testing/app.ts';

const MOST_MS = 180;
let browser: Browser;

/** One of its own, with scrollbars that take room as on most desks; the others have none. */
beforeAll(async () => {
  const executablePath = await needChromium();
  browser = await chromium.launch({
    executablePath,
    args: [...chromiumFlags],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
});

afterAll(async () => {
  await browser?.close();
});

/** Where a part of the page ends at the right, px. */
const endOf = (page: Page, selector: string) =>
  page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().right`);

/** How long what lies over the page takes to come, ms. */
const durations = (page: Page, scope: string) =>
  page.evaluate<number[]>(
    `['backdrop', 'content'].map((part) => Number.parseFloat(
      getComputedStyle(document.querySelector('[data-scope=${scope}][data-part=' + part + ']')).animationDuration
    ) * 1000)`,
  );

it('what lies over the page covers it with its scrollbar, and is there within 180 ms; at once where motion is not wanted', async () => {
  const page = await openApp(browser, await makeAccount(), '/incidents?incident=none', { width: 700, height: 500 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('dialog').waitFor();
  const windowPx = await page.evaluate<number>('innerWidth');
  for (const scope of ['dialog', 'drawer']) {
    if (scope === 'drawer') await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.locator(`[data-scope=${scope}][data-part=content][data-state=open]`).waitFor();
    expect(await endOf(page, `[data-scope=${scope}][data-part=backdrop]`), scope).toBe(windowPx);
    expect(await endOf(page, 'header'), scope).toBe(windowPx);
    for (const each of await durations(page, scope)) expect(each).toBeLessThanOrEqual(MOST_MS);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const each of await durations(page, scope)) expect(each).toBeLessThanOrEqual(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const contentPx = await page.evaluate<number>('document.documentElement.clientWidth');
    expect(contentPx).toBeLessThan(windowPx);
    expect(await endOf(page, 'header')).toBe(contentPx);
  }
  await page.context().close();
});
