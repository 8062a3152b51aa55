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
import { findTableFaults } from '../testing/tables.ts';
import { leavePage } from '../testing/tabs.ts';

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
