import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import type { Page } from 'playwright-core';
import { newContext, openApp } from '../e2e/testing/app.ts';
import { startBrowser } from '../e2e/testing/browser.ts';
import { addressesFromEnv } from '../src/addresses.ts';
import { rootDir, shown } from '../src/platform/paths.ts';
import { type Look, looksIn, nameOf } from './looks.ts';
import { makePeople } from './people.ts';
import { type Screen, untilLoaded } from './screen.ts';
import { screens } from './screens.ts';

const outDir = join(rootDir, 'screenshots');
/** Takes pictures at every breakpoint, not only on a phone and a desktop. */
const EVERY_WIDTH = '--every-width';

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== EVERY_WIDTH);
const selected = screens.filter(({ name }) => filters.length === 0 || filters.some((each) => name.includes(each)));

if (filters.length === 0) rmSync(outDir, { recursive: true, force: true });
const browser = await startBrowser();
const people = await makePeople();
const failed: string[] = [];

for (const screen of selected) {
  for (const language of LANGUAGE_CODES) await shoot(screen, language);
  console.log(screen.name);
}

await browser.close();
for (const line of failed) console.error(`FAILED ${line}`);
console.log(`Pictures of ${selected.length} screens are in ${shown(outDir)}.`);
process.exit(failed.length > 0 ? 1 : 0);

/** Loads the screen once and takes pictures in all looks of the language; collects failures. */
async function shoot(screen: Screen, language: Look['language']): Promise<void> {
  const [first, ...others] = looksIn(language, args.includes(EVERY_WIDTH), screen.only);
  if (!first) return;
  const dir = join(outDir, screen.name);
  mkdirSync(dir, { recursive: true });
  let page: Page | undefined;
  try {
    page = await open(screen, first);
    page.setDefaultTimeout(30_000);
    await screen.prepare?.(page, first);
    for (const look of [first, ...others]) {
      await page.setViewportSize({ width: look.width, height: look.height });
      await page.emulateMedia({ colorScheme: look.theme });
      await untilReady(page, look);
      const path = join(dir, `${nameOf(look)}.png`);
      await page.screenshot({ path, fullPage: screen.whole ?? true, animations: 'disabled' });
    }
  } catch (error) {
    failed.push(`${screen.name} ${language}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  } finally {
    await page?.context().close();
  }
}

async function open({ path, as }: Screen, look: Look): Promise<Page> {
  if (as) return openApp(browser, people[as], path(people, look), look);
  const page = await (await newContext(browser, look)).newPage();
  await page.goto(`${addressesFromEnv().origin}${path(people, look)}`);
  return page;
}

/** Waits until the page, its heading and its fonts are loaded. */
async function untilReady(page: Page, look: Look): Promise<void> {
  await untilLoaded(page, look);
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(400);
}
