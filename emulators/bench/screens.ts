import { type Browser, chromium } from 'playwright-core';
import { makeAccount } from '../e2e/testing/accounts.ts';
import { newContext, sessionOf } from '../e2e/testing/app.ts';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { seedMonitors } from '../e2e/testing/seed-monitors.ts';
import { envOf } from '../src/addresses.ts';
import { chromiumFlags, needChromium } from '../src/platform/chromium.ts';
import { warmUp } from '../src/warm-up.ts';
import { type Stage, withStage } from './stage.ts';
import { median, ms, printTable } from './table.ts';

const ENDPOINTS = 200;
const MONITORS = [10, 50];
const [LOADS, LIST_LIMITS] = [5, 10];

/** The time until the dashboard is complete, on a first and a later visit. */
export async function measureScreens(): Promise<void> {
  const executablePath = await needChromium();
  const measure = async (stage: Stage) => {
    Object.assign(process.env, envOf(stage.addresses));
    await warmUp(stage.addresses, console.log);
    const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
    stage.onEnd(() => browser.close());
    const rows: string[][] = [];
    for (const monitors of MONITORS) rows.push(await loadsOf(stage, browser, monitors));
    console.log(`\nUntil the dashboard is complete, medians of ${LOADS} (slowest)`);
    printTable(['monitors / endpoints', 'first visit', 'later ones'], rows);
  };
  await withStage('bench-screens', measure, { withApp: true });
}

async function loadsOf({ addresses }: Stage, browser: Browser, monitors: number): Promise<string[]> {
  const account = await makeAccount();
  const paths = Array.from({ length: ENDPOINTS / monitors }, (_, index) => `/site/${index}`);
  const list = Array.from({ length: monitors }, (_, index) => ({ name: `Site ${index}`, paths }));
  // A few at a time: the emulator never answers a commit of more than 10 MB.
  await seedMonitors(account, list);
  const session = await sessionOf(account);
  const taken: { first: number[]; later: number[] } = { first: [], later: [] };
  // The very first load is not counted: it is the emulators' first, too.
  for (let turn = 0; turn <= LOADS; turn += 1) {
    const context = await newContext(browser, {}, session);
    const page = await context.newPage();
    const load = async () => {
      await page.goto(`${addresses.origin}/monitors`, { waitUntil: 'commit' });
      return Number(await untilInPage(page, completeWith(monitors)));
    };
    const [first, later] = [await load(), await load()];
    if (turn > 0) taken.first.push(first);
    if (turn > 0) taken.later.push(later);
    await context.close();
  }
  const shown = (values: number[]) => `${ms(median(values))} (${ms(Math.max(...values))})`;
  return [`${monitors} / ${ENDPOINTS}`, shown(taken.first), shown(taken.later)];
}

/** A script for the page: ms since its load started, once the cards and the list are complete. */
function completeWith(monitors: number): string {
  const texts = [`Using ${monitors} out of ${monitors} monitors`, `out of ${ENDPOINTS} endpoints`];
  const hasTexts = `${JSON.stringify(texts)}.every((text) => document.body?.innerText.includes(text))`;
  return `${hasTexts} && document.querySelectorAll('table a').length === ${Math.min(monitors, LIST_LIMITS)} && performance.now()`;
}
