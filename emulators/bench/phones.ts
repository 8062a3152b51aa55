import { LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { newContext } from '../e2e/testing/app.ts';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { envOf } from '../src/addresses.ts';
import { webDirOf } from '../src/build.ts';
import { chromiumFlags, needChromium } from '../src/platform/chromium.ts';
import { claimFreePorts } from '../src/platform/ports.ts';
import { startProduct } from '../src/product.ts';
import { accounts } from '../src/project.ts';
import { warmUp } from '../src/warm-up.ts';
import { printTable } from './table.ts';

/** Slow 3G and an old phone, as Chromium's tools have them. */
const ROUND_TRIP_MS = 400;
const BYTES_PER_SECOND = 400_000 / 8;
const SLOWER = 4;
const PHONE = { width: 360, height: 740 };
const ROUNDS = 3;

type Load = { ms: number; bytes: number; files: ReadonlyMap<string, number> };
type Visits = Record<'form' | 'signedIn' | 'again' | 'status', Load>;

/** The time until screens can be used on a slow phone, and the bytes they take, in every language. */
export async function measurePhones(): Promise<void> {
  const executablePath = await needChromium();
  const run = 'bench-phones';
  const ports = await claimFreePorts();
  const options = { ports, run, webDir: webDirOf(run), seed: true, agents: [], clock: false, log: console.log };
  const product = await startProduct(options);
  try {
    Object.assign(process.env, envOf(product.addresses));
    await warmUp(product.addresses, console.log);
    await measureAt(product.addresses.origin, executablePath);
  } finally {
    await product.stop();
  }
}

/** Measures the app at an origin. The languages take turns, so that a slow minute of the machine is not one language's. */
export async function measureAt(origin: string, executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const taken = new Map<Language, Visits[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const language of LANGUAGE_CODES) {
      const visits = await visitsIn(browser, origin, language);
      taken.set(language, [...(taken.get(language) ?? []), visits]);
      const each = Object.entries(visits).map(([name, { ms, bytes }]) => `${name} ${Math.round(ms)} ms, ${bytes} B`);
      console.log(`${round + 1}. ${language}: ${each.join('; ')}`);
    }
  }
  await browser.close();
  printVisits(taken);
}

const HAS_FORM = `!!document.querySelector('form input[type=password]')`;
/** Monitors in the list. */
const HAS_DASHBOARD = `document.querySelectorAll('#content a[href^="/monitor/"]').length > 3`;
const HAS_STATUS = `document.querySelectorAll('main h2, main li').length > 3`;

/** A first visit up to the form and from there to the dashboard, a second one, and a status page without scripts. */
async function visitsIn(browser: Browser, origin: string, language: Language): Promise<Visits> {
  const context = await newContext(browser, { ...PHONE, language });
  const page = await context.newPage();
  const phone = await slowDown(context, page);
  const form = await phone.load(() => open(page, `${origin}/monitors`), HAS_FORM);
  const fields = page.locator('form input');
  await fields.nth(0).fill(accounts.user.email);
  await fields.nth(1).fill(accounts.user.password);
  const signedIn = await phone.load(
    () => page.locator('form button[type=submit]').click({ noWaitAfter: true }),
    HAS_DASHBOARD,
  );
  const again = await phone.load(() => open(page, `${origin}/monitors`), HAS_DASHBOARD);
  await context.close();

  const plain = await newContext(browser, { ...PHONE, language });
  const statusPage = await plain.newPage();
  await statusPage.route('**/*.js', (route) => route.abort());
  const visitor = await slowDown(plain, statusPage);
  const status = await visitor.load(() => open(statusPage, `${origin}/status/demo`), HAS_STATUS);
  await plain.close();
  return { form, signedIn, again, status };
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
}

/** Slows a page down. `load` does something and waits for what it shows, counting the bytes that were received. */
async function slowDown(context: BrowserContext, page: Page) {
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const paths = new Map<string, string>();
  let files = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname.replace(/-[\w-]{8}(?=\.\w+$)/, ''));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? requestId;
    files.set(path, (files.get(path) ?? 0) + encodedDataLength);
  });
  return {
    async load(start: () => Promise<void>, isShown: string): Promise<Load> {
      files = new Map();
      const startedMs = performance.now();
      await start();
      await untilInPage(page, isShown);
      const ms = performance.now() - startedMs;
      // What is still under way when the page can be read.
      await page.waitForLoadState('load');
      const all = new Map(files);
      return { ms, files: all, bytes: [...all.values()].reduce((sum, bytes) => sum + bytes, 0) };
    },
  };
}

function printVisits(taken: ReadonlyMap<Language, readonly Visits[]>): void {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const shown = (visits: readonly Visits[], which: readonly (keyof Visits)[]) => {
    const loads = visits.map((each) => which.map((name) => each[name]));
    const ms = Math.min(...loads.map((each) => each.reduce((sum, load) => sum + load.ms, 0)));
    const bytes = Math.min(...loads.map((each) => each.reduce((sum, load) => sum + load.bytes, 0)));
    return `${seconds(ms)} s, ${Math.round(bytes / 1000)} kB (wire ${seconds((1000 * bytes) / BYTES_PER_SECOND)} s)`;
  };
  console.log(`\nUntil it can be used, the best of ${ROUNDS}: time, bytes received, and what those alone take`);
  printTable(
    ['language', 'sign-in form', 'with the dashboard', 'second visit', 'status page, no scripts'],
    [...taken].map(([language, visits]) => [
      language,
      shown(visits, ['form']),
      shown(visits, ['form', 'signedIn']),
      shown(visits, ['again']),
      shown(visits, ['status']),
    ]),
  );
  printDifferences(taken);
}

/** The files of a first visit that differ by more than a kilobyte from those in English. */
function printDifferences(taken: ReadonlyMap<Language, readonly Visits[]>): void {
  const filesIn = (language: Language) => {
    const [visits] = taken.get(language) ?? [];
    const all = [...(visits?.form.files ?? []), ...(visits?.signedIn.files ?? [])];
    const sums = new Map<string, number>();
    for (const [path, bytes] of all) {
      const name = path.replace(`/${language}.js`, '/{language}.js').replace(`-${language}.js`, '-{language}.js');
      sums.set(name, (sums.get(name) ?? 0) + bytes);
    }
    return sums;
  };
  const english = filesIn('en');
  for (const language of LANGUAGE_CODES.slice(1)) {
    const own = filesIn(language);
    const differ = [...new Set([...english.keys(), ...own.keys()])].flatMap((name) => {
      const more = (own.get(name) ?? 0) - (english.get(name) ?? 0);
      return Math.abs(more) > 1000 ? [`${name} ${more > 0 ? '+' : ''}${(more / 1000).toFixed(1)} kB`] : [];
    });
    console.log(`${language}: ${differ.join(', ') || 'the same files as in English'}`);
  }
}
