import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { changeAgent } from '../testing/agent-screen.ts';
import { agentsInEachState, makeAdmin, names, rowOf, seedAgentList, table } from '../testing/agents-screen.ts';
import { failApi, goInApp, tryAgain } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { seedOutbox } from '../testing/messages.ts';

let admin: Account;
let ids: string[];
/** The admin's page. */
let page: Page;

/** The agents by latest activity; the spare one has been offline for days. */
const LATEST = ['Taipei cabinet 7', 'Bangkok phone', 'Dhaka office', 'Bangkok café', 'Taipei new', 'Taipei spare'];

beforeAll(async () => {
  admin = await makeAdmin();
  ids = await seedAgentList(admin, agentsInEachState(Date.now()));
});

/** Keeps the seeded agents active however long the tests run. */
async function report(index: number): Promise<void> {
  await changeAgent(ids[index] ?? '', { lastReportAt: Date.now() });
}

function card(page: Page, title: string) {
  return page.getByRole('region', { name: title, exact: true });
}

it.beforeEach(async ({ tab }) => {
  page = await tab(admin, '/not-found');
});

describe('the list', () => {
  it('shows totals in its cards, and every column', async () => {
    for (const index of [0, 1, 2, 3]) await report(index);
    await goInApp(page, '/agents');
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    for (const [title, value] of [
      ['Total Agents', '6'],
      ['Active Agents', '4'],
      ['Locations', '3'],
      ['Health Issues', '2'],
    ] as const) {
      await card(page, title).getByText(value, { exact: true }).waitFor();
    }
    await expect
      .poll(() => table(page).getByRole('columnheader').allTextContents())
      .toEqual(['Name', 'Location', 'Status', 'Last Active', 'Device', 'IP Address', 'Battery', 'Actions']);
    const cells = (name: string) => rowOf(page, name).getByRole('cell').allInnerTexts();
    await rowOf(page, 'Taipei cabinet 7').getByText('Just now').waitFor();
    const [cabinet, spare, fresh] = [
      await cells('Taipei cabinet 7'),
      await cells('Taipei spare'),
      await cells('Taipei new'),
    ];
    expect(cabinet.slice(0, 3)).toEqual(['Taipei cabinet 7\nServer room, second shelf', 'Taiwan', 'Active']);
    expect(cabinet.slice(4, 7)).toEqual([expect.stringMatching(/^server-7\nVersion /), '203.0.113.7', 'N/A']);
    expect(spare[2]).toMatch(/^Inactive/);
    expect(fresh.slice(2, 7)).toEqual([expect.stringMatching(/^Unknown/), 'Never', 'Unknown Device', 'N/A', 'N/A']);
    await expect.poll(async () => (await cells('Bangkok phone'))[6]).toBe('18%');
    await rowOf(page, 'Bangkok café').getByRole('img', { name: 'Charging' }).waitFor();
    expect((await cells('Bangkok café'))[4]).toBe('Pixel 9\nOld version 0.0.9');
    await page.getByText('Showing 6 of 6 agents').waitFor();
    await expectAccessible(page);
  });

  it('searches, filters and sorts, and keeps all of it in the address', async () => {
    await goInApp(page, '/agents');
    const sortBy = page.getByLabel('Sort by', { exact: true });
    await page.getByText('Showing 6 of 6 agents').waitFor();
    await expect.poll(async () => (await names(page)).at(-1)).toBe('Taipei spare');
    for (const [query, found] of [
      ['CABINET', ['Taipei cabinet 7']],
      ['thailand', ['Bangkok café', 'Bangkok phone']],
      ['bd', ['Dhaka office']],
    ] as const) {
      await page.getByLabel('Search agents...').fill(query);
      await expect.poll(async () => (await names(page)).toSorted()).toEqual(found);
      await page.getByText(`Showing ${found.length} of 6 agents`).waitFor();
    }
    await page.getByLabel('Search agents...').fill('nothing like it');
    await page.getByText('No agents match “nothing like it”').waitFor();
    await page.getByText('Showing 0 of 6 agents').waitFor();
    await page.getByRole('button', { name: 'Show all agents' }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('inactive');
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Taipei new', 'Taipei spare']);
    await page.getByLabel('Status', { exact: true }).selectOption('all');
    await sortBy.selectOption('name');
    await expect.poll(() => names(page)).toEqual(LATEST.toSorted().toReversed());
    await page.getByRole('button', { name: 'Sorted descending' }).click();
    await expect.poll(() => names(page)).toEqual(LATEST.toSorted());
    await sortBy.selectOption('location');
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Dhaka office', 'Taipei new']);
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=location&direction=asc');
    const header = table(page).getByRole('columnheader', { name: 'Location' });
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await page.reload();
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Dhaka office', 'Taipei new']);
    await table(page).getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => names(page)).toEqual(LATEST.toSorted());
  });

  it('explains an agent’s status on hover, on focus and to screen readers', async () => {
    await report(3);
    await goInApp(page, '/agents');
    const badge = rowOf(page, 'Dhaka office').getByRole('button', {
      name: /^Critical.*Its network.*12 checks were lost/,
    });
    await badge.focus();
    const tip = page.getByRole('tooltip');
    await tip.getByText('12 checks were lost before they could be reported.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await rowOf(page, 'Taipei spare')
      .getByRole('button', { name: /Not seen since \w+ \d+/ })
      .hover();
    await tip.getByText(/^Not seen since/).waitFor();
    await rowOf(page, 'Taipei new')
      .getByRole('button', { name: /No device has registered yet/ })
      .waitFor();
    await expect.poll(() => rowOf(page, 'Taipei spare').getByRole('button').count()).toBe(2);
  });

  it('opens an agent by a click in its row, and by keyboard', async () => {
    await goInApp(page, '/agents');
    await rowOf(page, 'Taipei spare').getByText('Taiwan').click();
    await page.waitForURL(`**/agents/${ids[4]}`);
    await page.goBack();
    await table(page).getByRole('link', { name: 'Dhaka office' }).press('Enter');
    await page.waitForURL(`**/agents/${ids[3]}`);
  });
});

it('shows channels whose messages fail, also after an error', async ({ tab }) => {
  const stopped = { code: 'target_not_found', reason: 'chat not found', at: Date.now(), until: null } as const;
  await seedOutbox(admin, 'telegram', { lastSentAt: null, failure: null, stopped });
  const own = await tab(admin, '/settings');
  const restore = await failApi(own, '/health/system', 500);
  await own.getByRole('link', { name: 'Agents' }).click();
  const panel = card(own, 'System Health');
  await panel.getByRole('alert').getByText('Failed to load data. Please try again later.').waitFor();
  await restore();
  await tryAgain(panel.getByRole('alert'));
  await panel.getByText(/\d+ channels? stopped/).waitFor();
  await expectAccessible(own);
});

it('shows an agent as inactive once it has been silent for five minutes', async ({ ownWindow }) => {
  const owner = await makeAdmin();
  await seedAgentList(owner, [{ name: 'Lone' }]);
  const own = await ownWindow(owner, '/settings');
  await own.clock.install();
  await own.getByRole('link', { name: 'Agents' }).click();
  await rowOf(own, 'Lone').getByText('Active', { exact: true }).waitFor();
  await own.clock.fastForward(5 * MINUTE_MS + 10_000);
  await rowOf(own, 'Lone')
    .getByRole('button', { name: /^Inactive.*Not seen since/ })
    .waitFor();
});

describe('errors and empty states', () => {
  it('keep the list when other data cannot be loaded, and retry', async ({ freshTab }) => {
    const other = await freshTab(admin, '/settings');
    const restores = await Promise.all(
      ['/agents', '/agents/available-locations', '/agents/location-performance*'].map((path) =>
        failApi(other, path, 500),
      ),
    );
    await other.getByRole('link', { name: 'Agents' }).click();
    await other.getByRole('alert').getByText('Failed to load data. Please try again later.').first().waitFor();
    await expect.poll(() => names(other)).toHaveLength(6);
    await expectAccessible(other);
    for (const restore of restores) await restore();
    await other.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => other.getByRole('alert').count()).toBe(0);
    await other.getByRole('table', { name: 'Location Performance' }).waitFor();
  });

  it('offer the first agent, warn that none is active, and follow changes live', async ({ tab }) => {
    const owner = await makeAdmin();
    const other = await tab(owner, '/settings');
    const none = ['tw', 'th', 'bd'].map((country_code) => ({ country_code, country_name: '', agent_count: 0 }));
    await other.route('**/api/agents/available-locations', (route) => route.fulfill({ json: none }));
    await other.getByRole('link', { name: 'Agents' }).click();
    await other.getByText('No agents found').waitFor();
    await other.getByText('No location performance data available').waitFor();
    await other.getByText('Performance data will appear here once agents are active').waitFor();
    await other.getByText('No active agents detected').waitFor();
    await other.getByText('Monitors can still be created, but checks start only when agents come online.').waitFor();
    const note = other.getByText('No active agents (monitoring will start when agents come online)');
    await expect.poll(() => note.count()).toBe(3);
    await expectAccessible(other);

    const [id = ''] = await seedAgentList(owner, [{ name: 'Lone', lastReportAt: Date.now() - 6 * MINUTE_MS }]);
    await rowOf(other, 'Lone').getByText('Inactive', { exact: true }).waitFor();
    await changeAgent(id, { lastReportAt: Date.now(), name: 'Alone' });
    await rowOf(other, 'Alone').getByText('Active', { exact: true }).waitFor();
    await card(other, 'Active Agents').getByText('1', { exact: true }).waitFor();
    await database().doc(`agents/${id}`).delete();
    await other.getByText('No agents found').waitFor();
  });
});

describe('a user who is not an admin', () => {
  it('is redirected to the dashboard and loads no code of the page', async ({ freshTab }) => {
    const user = await makeAccount();
    const own = await freshTab(user, '/favicon.svg');
    const scripts: string[] = [];
    own.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await own.goto(new URL('/agents', own.url()).href);
    await own.waitForURL('**/monitors');
    await own.getByText('No monitors found').waitFor();
    expect(await own.getByRole('link', { name: 'Agents' }).count()).toBe(0);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((url) => /agents?-page|location-performance|registration/.test(url))).toEqual([]);
  });
});
