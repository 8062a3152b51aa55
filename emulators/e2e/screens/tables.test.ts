import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Account } from '../testing/accounts.ts';
import { type EndpointSeed, seedAgent } from '../testing/agent-screen.ts';
import { agentsInEachState, makeAdmin, seedAgentList } from '../testing/agents-screen.ts';
import { goInApp } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { variety } from '../testing/incident-samples.ts';
import { seedIncidents } from '../testing/incidents.ts';
import { seedOrders } from '../testing/orders.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';
import { leavePage } from '../testing/tabs.ts';

/** The widths from the narrowest phone to a wide desktop, with smaller steps where columns appear or disappear. */
const WIDTHS = {
  all: [320, 480, 640, 700, 768, 840, 900, 960, 1024, 1100, 1180, 1280, 1920],
  some: [320, 640, 768, 1024, 1280],
};

/** The texts that are cut off or overlap others in the page's tables and cards. */
const FIND = `(() => {
  const found = [];
  const isShown = (text) => {
    const { width, height } = text.parentElement.getBoundingClientRect();
    return text.data.trim() !== '' && width > 1 && height > 1;
  };
  const textsOf = (cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (isShown(walker.currentNode)) texts.push(walker.currentNode);
    return texts;
  };
  const rectOf = (text, length) => {
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, Math.min(length, text.data.length));
    return range.getBoundingClientRect();
  };
  const boundsFor = (text, cell) => {
    let { left, right } = cell.getBoundingClientRect();
    for (let box = text.parentElement; cell.contains(box); box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const own = box.getBoundingClientRect();
      left = Math.max(left, own.left);
      right = Math.min(right, own.right);
    }
    return { left, right };
  };
  const cells = [...document.querySelectorAll('main table :is(th, td), main li dd')];
  for (const cell of cells.filter((each) => each.checkVisibility())) {
    for (const text of textsOf(cell)) {
      const [rect, bounds] = [rectOf(text, 8), boundsFor(text, cell)];
      if (rect.right > bounds.right + 1 || rect.left < bounds.left - 1) {
        found.push(text.data + ' is cut to ' + Math.round(bounds.right - rect.left) + ' px of ' + Math.round(rect.width));
      }
    }
  }
  for (const row of document.querySelectorAll('main table tr')) {
    const places = [...row.cells].map((cell) => textsOf(cell).map((text) => {
      const [rect, bounds] = [rectOf(text, Infinity), boundsFor(text, cell)];
      const overflows = getComputedStyle(cell).overflowX === 'visible';
      return { left: rect.left, right: overflows ? rect.right : Math.min(rect.right, bounds.right) };
    }));
    places.forEach((texts, at) => {
      const end = Math.max(...texts.map(({ right }) => right));
      const next = Math.min(...places.slice(at + 1).flat().map(({ left }) => left));
      if (end > next) found.push(row.cells[at].innerText + ' runs over the next cell');
    });
  }
  for (const table of document.querySelectorAll('main table')) {
    if (table.offsetWidth > table.parentElement.clientWidth + 1) found.push(table.ariaLabel + ' is too wide');
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push('the page is too wide');
  return [...new Set(found)];
})()`;

/** Searches after the page has adapted to a new width, which takes it a few frames. */
const FIND_STABLE = `new Promise((resolve) => {
  const find = () => ${FIND};
  const look = (frame) => requestAnimationFrame(() => {
    const found = frame < 2 ? ['not drawn yet'] : find();
    if (found.length === 0 || frame === 20) resolve(found);
    else look(frame + 1);
  });
  look(1);
})`;

const LONG = 'Checkout and payment gateway of the web shop';
let owner: Account;
let seeded: SeededMonitor[];
let agentId: string;

/** An admin with rows in every table, under long names. */
beforeAll(async () => {
  owner = await makeAdmin('Ada Lovelace-Byron of the night shift');
  const nowMs = Date.now();
  const outage = { hoursAgo: 10.2, minutes: 30, locations: ['tw', 'th'] as ('tw' | 'th')[], statusCode: 503 };
  seeded = await seedMonitors(owner, [
    {
      name: LONG,
      locations: ['tw', 'th', 'bd'],
      paths: ['/site/a-rather-long-path/to/the/checkout', '/site/b', '/site/c'],
      outages: [outage, { hoursAgo: 1.5, minutes: null, locations: ['tw'], statusCode: null }],
    },
    { name: '亚太区结账与支付网关', paths: ['/site/d'] },
  ]);
  const monitorId = seeded[0]?.monitorId ?? '';
  const incidents = variety(monitorId, nowMs).map((each) => ({ ...each, monitorId, monitor: { name: LONG } }));
  await seedIncidents(owner, [...incidents, { monitorId, triggeredAt: nowMs - 29 * HOUR_MS - 3 * MINUTE_MS }]);
  await seedAgentList(owner, agentsInEachState(nowMs));
  const site = (name: string, last: boolean | null): EndpointSeed => {
    return { name: `${name} ${LONG}`, url: `https://${name}.farwatch.test/long/path/index.html`, group: LONG, last };
  };
  agentId = await seedAgent(owner, {
    endpoints: { [`${owner.uid}x`]: [site('a', true), site('b', false), site('c', null)] },
  });
  await seedOrders(owner, [{ state: 'finished' }, { state: 'refunded', daysAgo: 40 }]);
});

const texts = {
  en: { changes: 'Status Changes', showTable: 'Show as table' },
  cn: { changes: '状态变更', showTable: '以表格显示' },
};

/** The pages with tables, and how to prepare each. */
const pages = (language: 'en' | 'cn'): [string, (page: Page) => Promise<unknown>][] => [
  ['/monitors', shown],
  [`/monitor/${seeded[0]?.monitorId}`, shown],
  [
    `/endpoint/${seeded[0]?.endpointIds[0]}`,
    async (page) => {
      await shown(page);
      await page.getByRole('button', { name: texts[language].showTable }).click();
    },
  ],
  [`/endpoint/${seeded[0]?.endpointIds[0]}?tab=changes`, shown],
  ['/agents', shown],
  [`/agents/${agentId}?tab=endpoints`, shown],
];

const shown = (page: Page) => page.locator('main tbody tr').first().waitFor();

it.for(['en', 'cn'] as const)(
  'every table fits every width in %s, with nothing cut off or overlapping',
  async (language, { tab }) => {
    const page = await tab(owner, '/not-found', { language });
    const faults: Record<string, unknown> = {};
    for (const [path, prepare] of pages(language)) {
      await leavePage(page);
      await goInApp(page, path);
      await prepare(page);
      const found = await findTableFaults(page, language === 'en' ? 'all' : 'some');
      if (Object.keys(found).length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  },
);

/** The problems of the page's tables by width. */
async function findTableFaults(page: Page, which: keyof typeof WIDTHS): Promise<Record<number, string[]>> {
  const faults: Record<number, string[]> = {};
  for (const width of WIDTHS[which]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate<string[]>(FIND_STABLE);
    if (found.length > 0) faults[width] = found;
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}
