import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { type Account, makeAccount } from '../e2e/testing/accounts.ts';
import { newContext, sessionOf } from '../e2e/testing/app.ts';
import { callApi } from '../e2e/testing/call-api.ts';
import { untilInPage, YARDSTICK, YARDSTICK_MS } from '../e2e/testing/in-page.ts';
import { seedMonitors } from '../e2e/testing/seed-monitors.ts';
import { envOf } from '../src/addresses.ts';
import { chromiumFlags, needChromium } from '../src/platform/chromium.ts';
import { logsDir, shown } from '../src/platform/paths.ts';
import { Problem } from '../src/platform/problem.ts';
import { warmUp } from '../src/warm-up.ts';
import { type Stage, withStage } from './stage.ts';
import { median, ms, printTable } from './table.ts';

const RUN = 'bench-large';
/** The endpoints of each account, in 40 or 4 monitors, and those of one more monitor. */
const ACCOUNTS = [
  { endpoints: 200, monitors: 4, largest: 50 },
  { endpoints: 2000, monitors: 40, largest: 500 },
] as const;
type Size = (typeof ACCOUNTS)[number];
const TURNS = 2;
/** Incidents of each monitor, which have ended. */
const OUTAGES = 12;
/** A step that takes longer has failed. */
const STEP_MS = 60_000;

/**
 * The time that each screen, and what is done in it, takes with 200 and with 2,000 endpoints, and the processor time of
 * the browser's main thread in it on an idle machine, by work of a known size in the same turn. Stores a CPU profile of
 * the step with the most.
 */
export async function measureLargeAccount(): Promise<void> {
  const executablePath = await needChromium();
  const measure = async (stage: Stage) => {
    Object.assign(process.env, envOf(stage.addresses));
    await warmUp(stage.addresses, console.log);
    const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
    stage.onEnd(() => browser.close());
    const owners: Owner[] = [];
    for (const size of ACCOUNTS) owners.push(await ownerOf(size));
    const taken = owners.map(() => new Map<string, Step[]>());
    // In turn, so that whatever slows the machine slows both; the very first loads are the emulators' first, too.
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const [index, owner] of owners.entries()) {
        for (const step of await turnOf(stage, browser, owner)) {
          const known = taken[index]?.get(step.name) ?? [];
          if (turn > 0) taken[index]?.set(step.name, [...known, step]);
        }
      }
    }
    print(taken);
    const largest = owners.at(-1);
    if (largest) await profileSlowest(await turnOf(stage, browser, largest, { isProfiled: true }));
  };
  await withStage(RUN, measure, { withApp: true });
}

function print(taken: readonly ReadonlyMap<string, readonly Step[]>[]): void {
  const all = (steps: readonly Step[] = [], of: (step: Step) => number = ({ tookMs }) => tookMs) => steps.map(of);
  const cells = (steps: readonly Step[] | undefined) => [
    `${ms(median(all(steps)))} (${ms(Math.max(...all(steps)))})`,
    processor(median(all(steps, ({ busyMs }) => busyMs))),
  ];
  const processor = (value: number) => (Number.isNaN(value) ? '' : ms(value));
  console.log(`\nMedians of ${TURNS} (slowest), and of the main thread's processor time on an idle machine`);
  printTable(
    ['', ...ACCOUNTS.flatMap(({ endpoints }) => [`${endpoints} endpoints`, 'processor'])],
    [...(taken[0]?.keys() ?? [])].map((name) => [name, ...taken.flatMap((each) => cells(each.get(name)))]),
  );
}

async function profileSlowest(steps: readonly Step[]): Promise<void> {
  const [slowest] = [...steps].sort((a, b) => b.busyMs - a.busyMs);
  if (!slowest?.profile) return;
  const file = join(logsDir(RUN), 'slowest.cpuprofile');
  writeFileSync(file, JSON.stringify(slowest.profile));
  console.log(
    `\nMost processor time: ${slowest.name}, ${ms(slowest.busyMs)} on an idle machine, with the profiler (${shown(file)})`,
  );
  printTable(['function', 'own time'], hottestFunctions(slowest.profile, 12));
}

type Owner = { size: Size; session: Awaited<ReturnType<typeof sessionOf>>; largestId: string; slug: string };

async function ownerOf(size: Size): Promise<Owner> {
  const { endpoints, monitors, largest } = size;
  const account = await makeAccount('Vera Viewer', { maxEndpoints: endpoints });
  const paths = (monitor: number, count: number) => Array.from({ length: count }, (_, at) => `/site/${monitor}x${at}`);
  const ordinary = endpoints - largest;
  const list = Array.from({ length: monitors }, (_, index) => {
    const count = Math.floor(((index + 1) * ordinary) / monitors) - Math.floor((index * ordinary) / monitors);
    const outages = Array.from({ length: OUTAGES }, (_, each) => {
      return { hoursAgo: 3 + 2 * each, minutes: 10, locations: [...LOCATION_CODES], statusCode: 503 };
    });
    return {
      name: `Site ${String(index).padStart(2, '0')}`,
      tags: [`tag${index % 2}`],
      paths: paths(index, count),
      outages,
    };
  });
  const seeded = await seedMonitors(account, [...list, { name: 'The largest', paths: paths(monitors, largest) }]);
  const slug = await publishPage(
    account,
    seeded.map(({ monitorId }) => monitorId),
  );
  return { size, session: await sessionOf(account), largestId: seeded.at(-1)?.monitorId ?? '', slug };
}

/** Publishes a status page of whole monitors, and waits until visitors can see it. */
async function publishPage(account: Account, monitorIds: readonly string[]): Promise<string> {
  const slug = `large-${randomBytes(4).toString('hex')}`;
  const components = monitorIds.map((monitorId, index) => ({ name: `Part ${index}`, monitorId, endpointId: null }));
  await callApi(account, 'POST', '/v1/pages', {
    ...{ title: 'Large', slug, description: '', website: null, language: 'en', timeZone: 'UTC', accent: null },
    ...{ access: 'public', showsUptime: true, showsResponseTime: true, published: true, postsAutomatically: false },
    ...{ takesSubscribers: true, groups: [{ name: '', components }] },
  });
  return slug;
}

/** What a step took until it was drawn, and the processor time of the browser's main thread in it; NaN if it is not known. */
type Step = { name: string; tookMs: number; busyMs: number; profile?: CpuProfile };

async function turnOf(
  { addresses }: Stage,
  browser: Browser,
  { size, session, largestId, slug }: Owner,
  { isProfiled = false } = {},
): Promise<Step[]> {
  const { endpoints, monitors, largest } = size;
  const context = await newContext(browser, {}, session);
  const page = await context.newPage();
  const measured = await startMeasuring(page, isProfiled);
  const { steps } = measured;
  const load = (name: string, path: string, isComplete: string) =>
    measured.step(name, async () => {
      await page.goto(`${addresses.origin}${path}`, { waitUntil: 'commit' });
      return Number(await untilInPage(page, `${isComplete} && performance.now()`));
    });
  const act = (name: string, work: () => Promise<unknown>, isDone: string) =>
    measured.step(name, () => timeOf(page, work, isDone));
  const painted = async (name: string) => {
    const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
    steps.push({ name, tookMs: Number(await page.evaluate(paint)), busyMs: Number.NaN });
  };
  /** `click`s in the page itself: Playwright's own waits for the element to hold still, which is no part of the step. */
  const click = (selector: string) => () => page.evaluate(`${selector}.click()`);
  const filters = (label: string) => `document.querySelector('[role="group"][aria-label="${label}"]')`;

  const data = `${has(`out of ${endpoints} endpoints`)} && ${rows(Math.min(10, monitors + 1))}`;
  for (const visit of ['first visit', 'later']) {
    await load(`dashboard, ${visit}: shows data`, '/monitors', data);
    await painted(`dashboard, ${visit}: first paint`);
  }
  const yardMs = await measured.yardstick();
  await act(
    'dashboard: order by uptime',
    click(`[...document.querySelectorAll('th button')].find((each) => /uptime/i.test(each.textContent))`),
    `/uptime/i.test(document.querySelector('th[aria-sort]')?.textContent)`,
  );
  await act(
    'dashboard: filter by tag',
    click(
      `[...${filters('Filter by tag')}.querySelectorAll('button')].find((each) => each.textContent.includes('tag1'))`,
    ),
    `document.querySelectorAll('table tbody tr').length === ${Math.min(10, monitors / 2)}`,
  );
  await act(
    'search (Ctrl K): open',
    () => page.keyboard.press('Control+k'),
    `document.querySelector('[role="combobox"]')`,
  );
  await act(
    'search: a character',
    () => page.keyboard.type('x'),
    `document.querySelectorAll('[role="option"]').length > 7`,
  );
  // It closes by going back, which would abort the next load.
  await page.keyboard.press('Escape');
  await page.locator('[role="combobox"]').waitFor({ state: 'detached' });
  await sleep(500);
  await load('incidents: shown', '/incidents', `${has('Site 0')} && ${rows(10)}`);
  await act(
    'incidents: search',
    () => page.getByRole('searchbox').first().fill('Site 01'),
    `[...document.querySelectorAll('table tbody tr')].every((row) => row.textContent.includes('Site 01'))`,
  );
  await load('report: shown', '/reports', rows(Math.min(4, monitors)));
  await load('status page: shown', `/status/${slug}`, `${has('Part 0')} && ${has(`Part ${monitors}`)}`);
  const path = `/monitor/${largestId}`;
  const part = 'its largest monitor';
  await load(`${part}: shown`, path, `${has('The largest')} && ${rows(10)}`);
  await act(
    `${part}: search`,
    () => page.getByRole('searchbox', { name: 'Search endpoints...' }).fill(`x${largest - 1}`),
    `document.querySelectorAll('table tbody tr').length < 3`,
  );
  await load(`${part}, form: shown`, `${path}/edit`, entries(largest));
  const filter = page.getByRole('searchbox').last();
  await act(`${part}, form: filter`, () => filter.fill(`x${largest - 1}`), entries(1));
  await act(`${part}, form: filter off`, () => filter.fill(''), entries(largest));
  await act(
    `${part}, form: open a URL`,
    click(`document.querySelector('[data-edit]')`),
    `document.querySelector('[data-fields]')`,
  );
  const typed = async (name: string, selector: string) => {
    const field = page.locator(selector).first();
    await field.focus();
    const before = await field.inputValue();
    await act(name, () => page.keyboard.press('z'), `document.activeElement.value !== ${JSON.stringify(before)}`);
  };
  await typed(`${part}, form: a character in a URL's name`, '[data-fields] input[data-field="name"]');
  await typed(`${part}, form: a character in its name`, 'form input[name="name"]');
  await act(
    `${part}, form: saved`,
    click(`document.querySelector('button[type="submit"]')`),
    has('Your changes have been saved'),
  );
  const idleShare = YARDSTICK_MS / ((yardMs + (await measured.yardstick())) / 2);
  await context.close();
  return steps.map((step) => ({ ...step, busyMs: step.busyMs * idleShare }));
}

/** Measures the steps of a page, one after the other. */
async function startMeasuring(page: Page, isProfiled: boolean) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (isProfiled) await session.send('Profiler.enable');
  const steps: Step[] = [];
  const step = async (name: string, work: () => Promise<number>) => {
    const beforeMs = await busyMsOf(session);
    if (isProfiled) await session.send('Profiler.start');
    const tookMs = await Promise.race([work(), lateAfter(name, page)]);
    const profile = isProfiled ? (await session.send('Profiler.stop')).profile : undefined;
    const afterMs = await busyMsOf(session);
    // A load in another process of the browser counts from 0.
    const busyMs = afterMs < beforeMs ? afterMs : afterMs - beforeMs;
    steps.push({ name, tookMs, busyMs, ...(profile && { profile }) });
  };
  const yardstick = async () => {
    const beforeMs = await busyMsOf(session);
    await page.evaluate(YARDSTICK);
    return (await busyMsOf(session)) - beforeMs;
  };
  return { steps, step, yardstick };
}

async function busyMsOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

async function lateAfter(name: string, page: Page): Promise<never> {
  await sleep(STEP_MS, undefined, { ref: false });
  const picture = join(logsDir(RUN), 'late.png');
  await page.screenshot({ path: picture, timeout: STEP_MS }).catch(() => undefined);
  throw new Problem(`"${name}" was not done within ${STEP_MS / 1_000} s: see ${shown(picture)}.`);
}

/** The time until a condition holds and the page has drawn it, from the first event that the work causes. */
async function timeOf(page: Page, work: () => Promise<unknown>, isDone: string): Promise<number> {
  await page.evaluate(`(() => {
    window.startedAt = undefined;
    const note = () => { window.startedAt ??= performance.now(); };
    for (const each of ['keydown', 'click', 'input']) addEventListener(each, note, { capture: true, once: true });
  })()`);
  await work();
  const drawn = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - window.startedAt))))`;
  return Number(await untilInPage(page, `(${isDone}) && ${drawn}`));
}

// Their texts without a layout, which would be work of each frame.
const has = (text: string) => `document.body?.textContent.includes(${JSON.stringify(text)})`;
const rows = (count: number) => `document.querySelectorAll('table tbody tr').length >= ${count}`;
const entries = (count: number) => `document.querySelectorAll('li[data-entry]').length === ${count}`;

/** As Chromium's profiler returns it: times in µs. */
type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number } }[];
  samples?: number[];
  timeDeltas?: number[];
};

/** The functions with the most own time, each with its place in a script, and that time. */
function hottestFunctions({ nodes, samples = [], timeDeltas = [] }: CpuProfile, most: number): string[][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const ownUs = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    ownUs.set(name, (ownUs.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const busy = [...ownUs].filter(([name]) => name !== '(idle)').sort(([, a], [, b]) => b - a);
  return busy.slice(0, most).map(([name, us]) => [name, ms(us / 1_000)]);
}

function nameOf({ functionName, url, lineNumber, columnNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const file = url.split('/').at(-1);
  return file ? `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}:${columnNumber + 1}` : functionName;
}
