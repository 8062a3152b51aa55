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

/** What lies over the page: Chakra's drawer is one of its dialogs too. */
const part = (name: string) => `[data-scope=dialog][data-part=${name}][data-state=open]`;

/** How long it takes to come, ms. */
const durations = (page: Page) =>
  page.evaluate<number[]>(
    `${JSON.stringify([part('backdrop'), part('content')])}.map((each) => {
      const { animationName, animationDuration } = getComputedStyle(document.querySelector(each));
      return animationName === 'none' ? 0 : Number.parseFloat(animationDuration) * 1000;
    })`,
  );

it('what lies over the page covers it with its scrollbar, and is there within 180 ms; at once where motion is not wanted', async () => {
  const page = await openApp(browser, await makeAccount(), '/incidents?incident=none', { width: 700, height: 500 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('dialog').waitFor();
  const windowPx = await page.evaluate<number>('innerWidth');
  for (const what of ['dialog', 'drawer']) {
    if (what === 'drawer') await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.locator(part('content')).waitFor();
    await expect.poll(() => endOf(page, part('backdrop')), { message: what }).toBe(windowPx);
    await expect.poll(() => endOf(page, 'header'), { message: what }).toBe(windowPx);
    for (const each of await durations(page)) expect(each).toBeLessThanOrEqual(MOST_MS);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const each of await durations(page)) expect(each).toBeLessThanOrEqual(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const contentPx = await page.evaluate<number>('document.documentElement.clientWidth');
    expect(contentPx).toBeLessThan(windowPx);
    await expect.poll(() => endOf(page, 'header')).toBe(contentPx);
  }
  await page.context().close();
});
