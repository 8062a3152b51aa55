import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { type Browser, chromium, type Page } from 'playwright-core';
import { makeAccount } from '../e2e/testing/accounts.ts';
import { newContext, sessionOf } from '../e2e/testing/app.ts';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { seedMonitors } from '../e2e/testing/seed-monitors.ts';
import { envOf } from '../src/addresses.ts';
import { chromiumFlags, needChromium } from '../src/platform/chromium.ts';
import { warmUp } from '../src/warm-up.ts';
import { type Stage, withStage } from './stage.ts';
import { median, ms, printTable } from './table.ts';

/** The endpoints of each account, in 40 or 4 monitors, and those of one more monitor. */
const ACCOUNTS = [
  { endpoints: 200, monitors: 4, largest: 50 },
  { endpoints: 2000, monitors: 40, largest: 500 },
] as const;
type Size = (typeof ACCOUNTS)[number];
const TURNS = 3;

/** The time that each screen, and what is done in it, takes with 200 and with 2,000 endpoints. */
export async function measureLargeAccount(): Promise<void> {
  const executablePath = await needChromium();
  const measure = async (stage: Stage) => {
    Object.assign(process.env, envOf(stage.addresses));
    await warmUp(stage.addresses, console.log);
    const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
    stage.onEnd(() => browser.close());
    const owners = [];
    for (const size of ACCOUNTS) owners.push(await ownerOf(size));
    const taken = owners.map(() => new Map<string, number[]>());
    // In turn, so that whatever slows the machine slows both; the very first loads are the emulators' first, too.
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const [index, owner] of owners.entries()) {
        for (const [name, tookMs] of await turnOf(stage, browser, owner)) {
          const known = taken[index]?.get(name) ?? [];
          if (turn > 0) taken[index]?.set(name, [...known, tookMs]);
        }
      }
    }
    const names = [...(taken[0]?.keys() ?? [])];
    const shown = (values: number[] = []) => `${ms(median(values))} (${ms(Math.max(...values))})`;
    console.log(`\nMedians of ${TURNS} (slowest)`);
    printTable(
      ['', ...ACCOUNTS.map(({ endpoints }) => `${endpoints} endpoints`)],
      names.map((name) => [name, ...taken.map((each) => shown(each.get(name)))]),
    );
  };
  await withStage('bench-large', measure, { withApp: true });
}

type Owner = { size: Size; session: Awaited<ReturnType<typeof sessionOf>>; largestId: string };

async function ownerOf(size: Size): Promise<Owner> {
  const { endpoints, monitors, largest } = size;
  const account = await makeAccount('Vera Viewer', { maxEndpoints: endpoints });
  const paths = (monitor: number, count: number) => Array.from({ length: count }, (_, at) => `/site/${monitor}x${at}`);
  const ordinary = endpoints - largest;
  const list = Array.from({ length: monitors }, (_, index) => {
    const count = Math.floor(((index + 1) * ordinary) / monitors) - Math.floor((index * ordinary) / monitors);
    const outages = [{ hoursAgo: 3 + (index % 12), minutes: 10, locations: [...LOCATION_CODES], statusCode: 503 }];
    return { name: `Site ${String(index).padStart(2, '0')}`, paths: paths(index, count), outages };
  });
  const seeded = await seedMonitors(account, [...list, { name: 'The largest', paths: paths(monitors, largest) }]);
  return { size, session: await sessionOf(account), largestId: seeded.at(-1)?.monitorId ?? '' };
}

type Step = readonly [name: string, tookMs: number];

async function turnOf({ addresses }: Stage, browser: Browser, { size, session, largestId }: Owner): Promise<Step[]> {
  const { endpoints, monitors, largest } = size;
  const context = await newContext(browser, {}, session);
  const page = await context.newPage();
  const steps: Step[] = [];
  const load = async (name: string, path: string, isComplete: string) => {
    await page.goto(`${addresses.origin}${path}`, { waitUntil: 'commit' });
    steps.push([name, Number(await untilInPage(page, `${isComplete} && performance.now()`))]);
  };
  const act = async (name: string, work: () => Promise<unknown>, isDone: string) =>
    steps.push([name, await timeOf(page, work, isDone)]);

  const cards = `${has(`Using ${monitors + 1} out of`)} && ${has(`out of ${endpoints} endpoints`)}`;
  await load('dashboard, first visit: complete', '/monitors', `${cards} && ${rows(Math.min(10, monitors + 1))}`);
  await load('dashboard, later: complete', '/monitors', `${cards} && ${rows(Math.min(10, monitors + 1))}`);
  const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
  steps.push(['dashboard, later: first paint', Number(await page.evaluate(paint))]);
  await act(
    'dashboard: order by uptime',
    () =>
      page
        .getByRole('columnheader', { name: /uptime/i })
        .first()
        .getByRole('button')
        .click(),
    `document.querySelector('th[aria-sort]:not([aria-sort="none"])')?.innerText.match(/uptime/i)`,
  );
  await act('Ctrl K', () => page.keyboard.press('Control+k'), `document.querySelector('[role="combobox"]')`);
  await act(
    'Ctrl K: a search',
    () => page.keyboard.type('x4'),
    `document.querySelectorAll('[role="option"]').length > 7`,
  );
  await page.keyboard.press('Escape');
  await load('incidents', '/incidents', `${has('Site 0')} && document.querySelector('table')`);
  await load('report', '/reports', `document.querySelectorAll('table tbody tr').length > ${Math.min(3, monitors)}`);
  const path = `/monitor/${largestId}`;
  await load(`monitor page of ${endpoints / 4}`, path, `${has('The largest')} && ${rows(10)}`);
  await load(
    `form of ${endpoints / 4}: open`,
    `${path}/edit`,
    `document.querySelectorAll('li[data-entry]').length === ${largest}`,
  );
  await act(
    'form: filter',
    () =>
      page
        .getByRole('searchbox')
        .last()
        .fill(`x${largest - 1}`),
    entries(1),
  );
  await act('form: filter off', () => page.getByRole('searchbox').last().fill(''), entries(largest));
  await act(
    'form: edit a URL',
    () => page.locator('[data-edit]').first().click(),
    `document.querySelector('[data-fields]')`,
  );
  const typed = async (name: string, selector: string) => {
    const field = page.locator(selector).first();
    await field.focus();
    const before = await field.inputValue();
    await act(name, () => page.keyboard.press('z'), `document.activeElement.value !== ${JSON.stringify(before)}`);
  };
  await typed('form: a character in a URL', '[data-fields] input[data-field="name"]');
  await typed('form: a character in the name', 'form input[name="name"]');
  await act('form: save', () => page.locator('button[type="submit"]').click(), `!location.pathname.endsWith('/edit')`);
  await context.close();
  return steps;
}

/** The time until a condition holds and the page has drawn it, from the first event that the work causes. */
async function timeOf(page: Page, work: () => Promise<unknown>, isDone: string): Promise<number> {
  await page.evaluate(`(() => {
    window.startedAt = undefined;
    const note = () => { window.startedAt ??= performance.now(); };
    for (const each of ['keydown', 'pointerdown', 'input']) addEventListener(each, note, { capture: true, once: true });
  })()`);
  await work();
  const shown = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - window.startedAt))))`;
  return Number(await untilInPage(page, `(${isDone}) && ${shown}`));
}

const has = (text: string) => `document.body?.innerText.includes(${JSON.stringify(text)})`;
const rows = (count: number) => `document.querySelectorAll('table tbody tr').length >= ${count}`;
const entries = (count: number) => `document.querySelectorAll('li[data-entry]').length === ${count}`;
