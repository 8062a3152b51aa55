import { MINUTE_MS } from '@farwatch/core/time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { changeAgent } from '../testing/agent-screen.ts';
import { agentsOfEachKind, giveAgents, makeAdmin, names, rowOf, table } from '../testing/agents-screen.ts';
import { failApi, goInApp, openApp, openTab } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';

const problems: string[] = [];
let browser: Browser;
let admin: Account;
let ids: string[];
/** The admin's; it goes from test to test. */
let page: Page;

/** As the latest activity orders them; the spare was not heard of for days. */
const LATEST = ['Taipei rack 7', 'Bangkok phone', 'Dhaka office', 'Bangkok café', 'Taipei new', 'Taipei spare'];

beforeAll(async () => {
  browser = await startBrowser();
  admin = await makeAdmin();
  ids = await giveAgents(admin, agentsOfEachKind(Date.now()));
  page = await openTab(browser, admin, '/agents', {}, problems);
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

/** Keeps the seeded agents active however long the tests run. */
async function report(index: number): Promise<void> {
  await changeAgent(ids[index] ?? '', { lastReportAt: Date.now() });
}

function card(used: Page, title: string) {
  return used.getByRole('region', { name: title, exact: true });
}

describe('the list', () => {
  it('adds up in its cards, and has every column', async () => {
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
    expect(await table(page).getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Location',
      'Status',
      'Last Active',
      'Device',
      'IP Address',
      'Battery',
      'Actions',
    ]);
    const cells = (name: string) => rowOf(page, name).getByRole('cell').allInnerTexts();
    await rowOf(page, 'Taipei rack 7').getByText('Just now').waitFor();
    const [rack, spare, fresh] = [await cells('Taipei rack 7'), await cells('Taipei spare'), await cells('Taipei new')];
    expect(rack.slice(0, 3)).toEqual(['Taipei rack 7\nServer room, second shelf', 'Taiwan', 'Active']);
    expect(rack.slice(4, 7)).toEqual([expect.stringMatching(/^rack-7\nVersion /), '203.0.113.7', 'N/A']);
    expect(spare[2]).toMatch(/^Inactive/);
    expect(fresh.slice(2, 7)).toEqual([expect.stringMatching(/^Unknown/), 'Never', 'Unknown Device', 'N/A', 'N/A']);
    expect((await cells('Bangkok phone'))[6]).toBe('18%');
    await rowOf(page, 'Bangkok café').getByRole('img', { name: 'Charging' }).waitFor();
    await page.getByText('Showing 6 of 6 agents').waitFor();
    await expectAccessible(page);
  });

  it('searches, filters and sorts, and keeps what is asked for in the address', async () => {
    await goInApp(page, '/agents');
    const sortBy = page.getByLabel('Sort by', { exact: true });
    await page.getByText('Showing 6 of 6 agents').waitFor();
    expect((await names(page)).at(-1)).toBe('Taipei spare');
    for (const [words, found] of [
      ['RACK', ['Taipei rack 7']],
      ['thailand', ['Bangkok café', 'Bangkok phone']],
      ['bd', ['Dhaka office']],
    ] as const) {
      await page.getByLabel('Search agents...').fill(words);
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
    expect(new URL(page.url()).search).toBe('?sort=location&direction=asc');
    const header = table(page).getByRole('columnheader', { name: 'Location' });
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await page.reload();
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Dhaka office', 'Taipei new']);
    await table(page).getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => names(page)).toEqual(LATEST.toSorted());
  });

  it('tells why an agent is as it is, by hover, focus and to a screen reader', async () => {
    await report(3);
    await goInApp(page, '/agents');
    const badge = rowOf(page, 'Dhaka office').getByRole('button', {
      name: /^Critical.*Its own network.*12 checks were lost/,
    });
    await badge.focus();
    const tip = page.getByRole('tooltip');
    await tip.getByText('12 checks were lost before they could be reported.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await rowOf(page, 'Taipei spare')
      .getByRole('button', { name: /Silent since \w+ \d+/ })
      .hover();
    await tip.getByText(/^Silent since/).waitFor();
    await rowOf(page, 'Taipei new')
      .getByRole('button', { name: /No device has joined yet/ })
      .waitFor();
    expect(await rowOf(page, 'Taipei spare').getByRole('button').count()).toBe(2);
  });

  it('opens an agent by a click in its row, and by the keyboard', async () => {
    await goInApp(page, '/agents');
    await rowOf(page, 'Taipei spare').getByText('Taiwan').click();
    await page.waitForURL(`**/agents/${ids[4]}`);
    await page.goBack();
    await table(page).getByRole('link', { name: 'Dhaka office' }).press('Enter');
    await page.waitForURL(`**/agents/${ids[3]}`);
  });
});

it('turns an agent inactive when it was silent for five minutes, and tells since when', async () => {
  const owner = await makeAdmin();
  await giveAgents(owner, [{ name: 'Lone' }]);
  const own = await openApp(browser, owner, '/settings', {}, problems);
  await own.clock.install();
  await own.getByRole('link', { name: 'Agents' }).click();
  await rowOf(own, 'Lone').getByText('Active', { exact: true }).waitFor();
  await own.clock.fastForward(5 * MINUTE_MS + 10_000);
  await rowOf(own, 'Lone')
    .getByRole('button', { name: /^Inactive.*Silent since/ })
    .waitFor();
  await own.context().close();
});

describe('when there is nothing, or nothing comes', () => {
  it('keeps the list when the rest fails, says so, and tries again', async () => {
    const tab = await openTab(browser, admin, '/settings', {}, problems);
    const ends = await Promise.all(
      ['/agents', '/agents/available-locations', '/agents/location-performance*'].map((path) =>
        failApi(tab, path, 500),
      ),
    );
    await tab.getByRole('link', { name: 'Agents' }).click();
    await tab.getByRole('alert').getByText('Failed to load data. Please try again later.').first().waitFor();
    expect(await names(tab)).toHaveLength(6);
    await expectAccessible(tab);
    for (const mend of ends) await mend();
    await tab.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => tab.getByRole('alert').count()).toBe(0);
    await tab.getByRole('table', { name: 'Location Performance' }).waitFor();
    await tab.close();
  });

  it('says that there are no agents, offers to create the first, warns that none is active anywhere, and shows what changes without a reload', async () => {
    const owner = await makeAdmin();
    const tab = await openTab(browser, owner, '/settings', {}, problems);
    const none = ['tw', 'th', 'bd'].map((country_code) => ({ country_code, country_name: '', agent_count: 0 }));
    await tab.route('**/api/agents/available-locations', (route) => route.fulfill({ json: none }));
    await tab.getByRole('link', { name: 'Agents' }).click();
    await tab.getByText('No agents found').waitFor();
    await tab.getByText('No location performance data available').waitFor();
    await tab.getByText('Performance data will appear here once agents are active').waitFor();
    await tab.getByText('No active agents detected').waitFor();
    await tab
      .getByText('Monitor groups can still be created, but checks start only when agents come online.')
      .waitFor();
    const note = tab.getByText('No active agents (monitoring will start when agents come online)');
    await expect.poll(() => note.count()).toBe(3);
    await expectAccessible(tab);

    const [id = ''] = await giveAgents(owner, [{ name: 'Lone', lastReportAt: Date.now() - 6 * MINUTE_MS }]);
    await rowOf(tab, 'Lone').getByText('Inactive', { exact: true }).waitFor();
    await changeAgent(id, { lastReportAt: Date.now(), name: 'Alone' });
    await rowOf(tab, 'Alone').getByText('Active', { exact: true }).waitFor();
    await card(tab, 'Active Agents').getByText('1', { exact: true }).waitFor();
    await database().doc(`agents/${id}`).delete();
    await tab.getByText('No agents found').waitFor();
    await tab.context().close();
  });
});

describe('who is no admin', () => {
  it('is sent to the dashboard, is refused by the API, and loads no code of it', async () => {
    const user = await makeAccount();
    const own = await openTab(browser, user, '/settings', {}, problems);
    const scripts: string[] = [];
    own.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await own.goto(new URL('/agents', own.url()).href);
    await own.waitForURL('**/monitors');
    await own.getByText('No monitors found').waitFor();
    expect(await own.getByRole('link', { name: 'Agents' }).count()).toBe(0);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((url) => /agents?-page|location-performance|registration/.test(url))).toEqual([]);
    await own.context().close();
  });
});
