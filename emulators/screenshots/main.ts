import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { newContext, openApp } from '../e2e/testing/app.ts';
import { startBrowser } from '../e2e/testing/browser.ts';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { addressesFromEnv } from '../src/addresses.ts';
import { rootDir, shown } from '../src/platform/paths.ts';
import { type Look, looks, nameOf, text } from './looks.ts';
import { makePeople } from './people.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';

const outDir = join(rootDir, 'screenshots');
const filters = process.argv.slice(2);
const chosen = screens.filter(({ name }) => filters.length === 0 || filters.some((each) => name.includes(each)));

if (filters.length === 0) rmSync(outDir, { recursive: true, force: true });
const browser = await startBrowser();
const people = await makePeople();
const failed: string[] = [];

for (const look of looks) {
  for (const screen of chosen) {
    if (screen.only && screen.only !== look.width) continue;
    const file = join(outDir, screen.name, `${nameOf(look)}.png`);
    mkdirSync(join(outDir, screen.name), { recursive: true });
    await shoot(screen, look, file).catch((error: unknown) => {
      failed.push(`${screen.name} ${nameOf(look)}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    });
  }
  console.log(`${nameOf(look)}: ${chosen.length} screens`);
}

await browser.close();
for (const line of failed) console.error(`FAILED ${line}`);
console.log(`Pictures of ${chosen.length} screens are in ${shown(outDir)}.`);
process.exit(failed.length > 0 ? 1 : 0);

async function shoot(screen: Screen, look: Look, file: string): Promise<void> {
  const page = await open(screen, look);
  try {
    page.setDefaultTimeout(15_000);
    await screen.prepare?.(page, look);
    await settled(page, look);
    await page.screenshot({ path: file, fullPage: screen.whole ?? true, animations: 'disabled' });
  } finally {
    await page.context().close();
  }
}

async function open({ path, as }: Screen, look: Look): Promise<Page> {
  if (as) return openApp(browser, people[as], path(people, look), look);
  const page = await (await newContext(browser, look)).newPage();
  await page.goto(`${addressesFromEnv().origin}${path(people, look)}`);
  return page;
}

/** Nothing loads any more: no spinner, the fonts are there, and the heading is. */
async function settled(page: Page, look: Look): Promise<void> {
  await page.locator('h1').first().waitFor();
  await untilInPage(page, `!document.body.innerText.includes(${JSON.stringify(text(look, 'loading'))})`);
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(400);
}
