import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { openAt } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { untilInPage } from '../testing/in-page.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

/** Far below the 0.1 that Web Vitals call good: nothing may jump. */
const MAX_SHIFT = 0.02;

const OBSERVE = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
      const what = entry.sources.map(({ node, previousRect, currentRect }) =>
        (node?.outerHTML?.slice(0, 60) ?? node?.textContent) + ': ' + place(previousRect) + ' to ' + place(currentRect),
      );
      if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Whether no request of the page has completed within the last 500 ms; a listener's request never completes. */
const QUIET = `
  performance.getEntriesByType('resource').every((entry) => performance.now() - entry.responseEnd > 500)
`;

/** Scrolls through the page as a reader does, so that what is loaded or drawn when it is seen gets its place. */
const SCROLL = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 4) {
    scrollTo({ top, behavior: 'instant' });
    await frame();
  }
  return true;
})()`;

type Shift = { value: number; what: string[] };

let owner: Account;
let seeded: SeededMonitor[];
let page: Page;

beforeAll(async () => {
  owner = await makeAccount();
  const outages = [{ hoursAgo: 3.5, minutes: 40, locations: ['tw', 'th'] as const, statusCode: 503 }];
  seeded = await seedMonitors(owner, [
    {
      name: 'Alpha',
      paths: ['/site/a', '/site/b', '/site/c'],
      outages: outages.map((each) => ({ ...each, locations: [...each.locations] })),
    },
    { name: 'Beta', paths: ['/site/d'] },
  ]);
});

it.beforeEach(async ({ ownWindow }) => {
  page = await ownWindow(owner, '/favicon.svg');
  await page.addInitScript(OBSERVE);
  // Without a cache, fonts and scripts arrive late, as on a first visit.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
});

const pages: [string, () => string][] = [
  ['the dashboard', () => '/monitors'],
  ['a monitor', () => `/monitor/${seeded[0]?.monitorId}`],
  ['its form', () => `/monitor/${seeded[0]?.monitorId}/edit`],
  ['an endpoint', () => `/endpoint/${seeded[0]?.endpointIds[0]}`],
  ['the list of incidents', () => '/incidents'],
  ['the account’s settings', () => '/settings'],
  ['the form for Telegram', () => '/settings?tab=integrations'],
  ['the sign-in page', () => '/login?lng=en'],
  ['the landing page', () => '/'],
  ['the privacy page', () => '/privacy'],
  ['the terms', () => '/terms'],
  ['the page about checks', () => '/checks'],
];

it.for(pages)('nothing jumps while %s loads and is scrolled through, on a desktop or a phone', async ([, path]) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await openAt(page, path());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByText('Loading...').count()).toBe(0);
    await untilInPage(page, QUIET);
    await page.evaluate(SCROLL);
    await untilInPage(page, QUIET);
    const shifts: Shift[] = await page.evaluate('window.shifts');
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum > MAX_SHIFT) console.log(shifts);
    expect(sum).toBeLessThanOrEqual(MAX_SHIFT);
  }
});
