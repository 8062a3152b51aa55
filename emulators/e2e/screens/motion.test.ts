import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumFlags, needChromium } from '../../src/platform/chromium.ts';
import { makeAccount } from '../testing/accounts.ts';
import { openApp } from '../testing/app.ts';

const MOST_MS = 180;
let browser: Browser;

/** Its own browser, because the shared one hides scrollbars. */
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

/** The right edge of a part of the page, px. */
const rightEdgeOf = (page: Page, selector: string) =>
  page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().right`);

/** A part of an open overlay; Chakra's drawer is a dialog too. */
const part = (name: string) => `[data-scope=dialog][data-part=${name}][data-state=open]`;

/** The overlay's animation times, ms. */
const durations = (page: Page) =>
  page.evaluate<number[]>(
    `${JSON.stringify([part('backdrop'), part('content')])}.map((each) => {
      const { animationName, animationDuration } = getComputedStyle(document.querySelector(each));
      return animationName === 'none' ? 0 : Number.parseFloat(animationDuration) * 1000;
    })`,
  );

it('an overlay covers the page with its scrollbar and opens within 180 ms, immediately with reduced motion', async () => {
  const page = await openApp(browser, await makeAccount(), '/incidents?incident=none', { width: 700, height: 500 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('dialog').waitFor();
  const windowPx = await page.evaluate<number>('innerWidth');
  for (const what of ['dialog', 'drawer']) {
    if (what === 'drawer') await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.locator(part('content')).waitFor();
    await expect.poll(() => rightEdgeOf(page, part('backdrop')), { message: what }).toBe(windowPx);
    await expect.poll(() => rightEdgeOf(page, 'header'), { message: what }).toBe(windowPx);
    for (const each of await durations(page)) expect(each).toBeLessThanOrEqual(MOST_MS);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const each of await durations(page)) expect(each).toBeLessThanOrEqual(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const contentPx = await page.evaluate<number>('document.documentElement.clientWidth');
    expect(contentPx).toBeLessThan(windowPx);
    await expect.poll(() => rightEdgeOf(page, 'header')).toBe(contentPx);
  }
  await page.context().close();
});
