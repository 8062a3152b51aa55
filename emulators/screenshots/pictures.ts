import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import type { Browser, Page } from 'playwright-core';
import { openApp } from '../e2e/testing/app.ts';
import { startBrowser } from '../e2e/testing/browser.ts';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { rootDir, shown } from '../src/platform/paths.ts';
import { type Look, text } from './looks.ts';
import { DEMO_USER } from './people.ts';

/** A picture for the public page. */
type Picture = {
  name: string;
  path: string;
  width: number;
  height: number;
  prepare?: (page: Page, look: Look) => Promise<void>;
  /** The part of the page that it shows; by default the window. */
  of?: (page: Page, look: Look) => ReturnType<Page['locator']>;
};

/** How long a dialog takes to open and the last answers to arrive: what is not there is neither replaced nor whole. */
const SETTLED_MS = 3000;
const outDir = join(rootDir, 'web/src/site/pictures');
const SCALE = 2;
const QUALITY = 74;

const HAS_CHART = `[...document.querySelectorAll('section svg')].some((each) => each.clientWidth > 400)`;

/** Monitors are listed, and the figures above them are known; a monitor of jobs never has a response time. */
const HAS_SUMMARY = `(() => {
  const content = document.getElementById('content');
  const above = content?.cloneNode(true);
  for (const list of above?.querySelectorAll('table, ul') ?? []) list.remove();
  return content?.textContent.includes('Storefront') && !above.textContent.includes('–');
})()`;

const untilComplete = async (page: Page) => void (await untilInPage(page, HAS_SUMMARY));

const pictures: readonly Picture[] = [
  { name: 'dashboard', path: '/monitors', width: 1280, height: 620, prepare: untilComplete },
  { name: 'dashboard-phone', path: '/monitors', width: 390, height: 720, prepare: untilComplete },
  {
    name: 'incident',
    path: '/incidents',
    width: 1100,
    height: 900,
    prepare: (page) => page.getByRole('link', { name: '/error' }).first().click(),
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'response',
    path: '/endpoint/demoShop',
    width: 1060,
    height: 900,
    prepare: async (page) => void (await untilInPage(page, HAS_CHART)),
    of: (page, look) => page.getByRole('region', { name: text(look, 'endpoint.chart.title') }),
  },
];

/** Removes the scrollbar's space and the demo sites' local addresses, which may be parts of an element that can wrap. */
const CLEAN_UP = `{
  document.documentElement.style.overflowY = 'auto';
  const LOCAL = /https?:\\/\\/(localhost|127\\.0\\.0\\.1):\\d+/g;
  for (const each of [...document.body.querySelectorAll('*')].reverse())
    if (each.textContent.search(LOCAL) >= 0 && ![...each.children].some((child) => child.textContent.search(LOCAL) >= 0))
      each.textContent = each.textContent.replace(LOCAL, 'https://shop.farwatch.test');
}`;

/** Captures that part of the page as WebP, at twice the size for high-density displays. */
async function captureWebp(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const shot = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { ...clip, scale: SCALE },
    captureBeyondViewport: true,
  });
  return Buffer.from(shot.data, 'base64');
}

/** A page that has not loaded by then, because the machine was too busy for a call, is loaded again. */
const READY_WITHIN_MS = 60_000;
const ATTEMPTS = 3;

/** Opens the page of a picture until it is ready. Throws after the last attempt. */
async function openReady(browser: Browser, { path, width, height, prepare }: Picture, look: Look): Promise<Page> {
  for (let attempt = 1; ; attempt += 1) {
    const { theme, language } = look;
    const page = await openApp(browser, DEMO_USER, path, { width, height, theme, language });
    const ready = async () => {
      await page.locator('h1').first().waitFor();
      await prepare?.(page, look);
      await page.evaluate('document.fonts.ready');
      return true;
    };
    const isReady = await Promise.race([ready(), sleep(READY_WITHIN_MS, false, { ref: false })]).catch(() => false);
    if (isReady) return page;
    await page.context().close();
    if (attempt === ATTEMPTS) throw new Error(`${path} in ${language} was not ready within ${READY_WITHIN_MS} ms.`);
  }
}

mkdirSync(outDir, { recursive: true });
const browser = await startBrowser();

for (const theme of ['light', 'dark'] as const) {
  for (const language of LANGUAGE_CODES) {
    for (const picture of pictures) {
      const { name, width, height, of } = picture;
      const look: Look = { width: width === 390 ? 390 : 1280, height, theme, language };
      const page = await openReady(browser, picture, look);
      await page.waitForTimeout(SETTLED_MS);
      await page.evaluate(CLEAN_UP);
      const clip = (of && (await of(page, look).boundingBox())) ?? { x: 0, y: 0, width, height };
      writeFileSync(join(outDir, `${name}-${theme}-${language}.webp`), await captureWebp(page, clip));
      await page.context().close();
    }
  }
}

await browser.close();
console.log(`Pictures for the public page are in ${shown(outDir)}.`);
