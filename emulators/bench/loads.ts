import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { type Account, makeAccount } from '../e2e/testing/accounts.ts';
import { newContext, sessionOf } from '../e2e/testing/app.ts';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { seedMonitors } from '../e2e/testing/seed-monitors.ts';
import { envOf } from '../src/addresses.ts';
import { chromiumFlags, needChromium } from '../src/platform/chromium.ts';
import { warmUp } from '../src/warm-up.ts';
import { type Stage, withStage } from './stage.ts';
import { median, printTable, sec } from './table.ts';

const LOADS = 3;
const MONITORS = 10;
const LOADED_TYPES = ['Document', 'Script', 'Stylesheet', 'Font'];
/** Slow 4G as in Chromium's developer tools: 1.6 Mbit/s and 150 ms, with their factors for a request's latency. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };

const FORM = `document.querySelector('form button[type=submit]') && performance.now()`;
const HAS_ROWS = `document.querySelectorAll('table a').length === ${MONITORS}`;
const DASHBOARD = `${HAS_ROWS} && document.body.innerText.includes('Using ${MONITORS} out of') && performance.now()`;

/** Opens a page and returns after how many ms it is complete. */
type Open = (page: Page) => Promise<number>;
type Load = { kib: number; files: number; tookMs: number };

/**
 * Measures what a first visit loads until the page is complete, and how long that takes, also with slow 4G; then from
 * signing in to the dashboard.
 */
export function measureLoads(): Promise<void> {
  return withStage('bench-loads', printLoads, { withApp: true });
}

async function printLoads(stage: Stage): Promise<void> {
  const { origin } = stage.addresses;
  Object.assign(process.env, envOf(stage.addresses));
  await warmUp(stage.addresses, console.log);
  const browser = await chromium.launch({ executablePath: await needChromium(), args: [...chromiumFlags] });
  stage.onEnd(() => browser.close());
  const account = await makeAccount();
  const names = Array.from({ length: MONITORS }, (_, index) => `Site ${index}`);
  await seedMonitors(
    account,
    names.map((name) => ({ name, paths: ['/site/a', '/site/b'] })),
  );
  const visits: [name: string, account: Account | undefined, open: Open][] = [
    ['/login', undefined, (page) => openUntil(page, `${origin}/login`, FORM)],
    ['/monitors', account, (page) => openUntil(page, `${origin}/monitors`, DASHBOARD)],
    ['/login to /monitors', undefined, (page) => signInUntilComplete(page, origin, account)],
  ];
  const rows: string[][] = [];
  for (const [name, session, open] of visits) {
    const fast = await loadsOf(browser, session, open, false);
    const slow = await loadsOf(browser, session, open, true);
    rows.push([name, String(fast[0]?.files), `${fast[0]?.kib.toFixed(0)} KiB`, timeOf(fast), timeOf(slow)]);
  }
  console.log(`\nA first visit: scripts, styles, fonts and documents; medians of ${LOADS} (slowest)`);
  printTable(['', 'files', 'gzip', 'complete after', 'with slow 4G'], rows);
}

const timeOf = (loads: readonly Load[]) => {
  const times = loads.map(({ tookMs }) => tookMs);
  return `${sec(median(times))} (${sec(Math.max(...times))})`;
};

/** Loads in new browser contexts. The very first is not counted: it is the emulators' first, too. */
async function loadsOf(browser: Browser, account: Account | undefined, open: Open, isSlow: boolean): Promise<Load[]> {
  const loads: Load[] = [];
  for (let turn = 0; turn <= LOADS; turn += 1) {
    const context = await newContext(browser, {}, account && (await sessionOf(account)));
    const load = await measureLoad(context, open, isSlow);
    if (turn > 0) loads.push(load);
    await context.close();
  }
  return loads;
}

async function measureLoad(context: BrowserContext, open: Open, isSlow: boolean) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (isSlow) await session.send('Network.emulateNetworkConditions', SLOW_4G);
  const loaded = collectLoaded(session);
  const tookMs = await open(page);
  return { kib: [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024, files: loaded.size, tookMs };
}

/** The bytes of each file as received, without its headers. */
function collectLoaded(session: CDPSession): Map<string, number> {
  const counted = new Set<string>();
  const loaded = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (LOADED_TYPES.includes(type)) counted.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) loaded.set(requestId, (loaded.get(requestId) ?? 0) + encodedDataLength);
  });
  return loaded;
}

async function openUntil(page: Page, url: string, complete: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return Number(await untilInPage(page, complete));
}

/**
 * Measures the time from pressing the button to the dashboard, for a user who takes five seconds to fill in the form.
 */
async function signInUntilComplete(page: Page, origin: string, { email, password }: Account): Promise<number> {
  await openUntil(page, `${origin}/login`, FORM);
  await page.getByLabel('Email').fill(email);
  await page.waitForTimeout(5_000);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  const pressedMs = Number(await page.evaluate('performance.now()'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return Number(await untilInPage(page, DASHBOARD)) - pressedMs;
}
