import { MINUTE_MS } from '@farwatch/core/time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { changeAgent } from '../testing/agent-screen.ts';
import { agentsOfEachKind, giveAgents, makeAdmin, names, rowOf, table } from '../testing/agents-screen.ts';
import { failApi, openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';

const problems: string[] = [];
let browser: Browser;
let admin: Account;
let ids: string[];

/** As the latest activity orders them; the spare was not heard of for days. */
const LATEST = ['Taipei rack 7', 'Bangkok phone', 'Dhaka office', 'Bangkok café', 'Taipei new', 'Taipei spare'];

beforeAll(async () => {
  browser = await startBrowser();
  admin = await makeAdmin();
  ids = await giveAgents(admin, agentsOfEachKind(Date.now()));
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function agents(query = '', view: View = {}, account = admin): Promise<Page> {
  return openApp(browser, account, `/agents${query}`, view, problems);
}

/** Keeps the seeded agents active however long the tests run. */
async function report(index: number): Promise<void> {
  await changeAgent(ids[index] ?? '', { lastReportAt: Date.now() });
}

function card(page: Page, title: string) {
  return page.getByRole('region', { name: title, exact: true });
}

describe('the list', () => {
  it('adds up in its cards, and has every column', async () => {
    for (const index of [0, 1, 2, 3]) await report(index);
    const page = await agents();
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
    await page.context().close();
  });

  it('searches, filters and sorts, and keeps what is asked for in the address', async () => {
    const page = await agents();
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
    await page.context().close();
  });

  it('tells why an agent is as it is, by hover, focus and to a screen reader', async () => {
    await report(3);
    const page = await agents();
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
    await page.context().close();
  });

  it('opens an agent by a click in its row, and by the keyboard', async () => {
    const page = await agents();
    await rowOf(page, 'Taipei spare').getByText('Taiwan').click();
    await page.waitForURL(`**/agents/${ids[4]}`);
    await page.goBack();
    await table(page).getByRole('link', { name: 'Dhaka office' }).press('Enter');
    await page.waitForURL(`**/agents/${ids[3]}`);
    await page.context().close();
  });
});

it('shows what changes without a reload', async () => {
  const owner = await makeAdmin();
  const [id = ''] = await giveAgents(owner, [{ name: 'Lone', lastReportAt: Date.now() - 6 * MINUTE_MS }]);
  const page = await agents('', {}, owner);
  await rowOf(page, 'Lone').getByText('Inactive', { exact: true }).waitFor();
  await changeAgent(id, { lastReportAt: Date.now(), name: 'Alone' });
  await rowOf(page, 'Alone').getByText('Active', { exact: true }).waitFor();
  await card(page, 'Active Agents').getByText('1', { exact: true }).waitFor();
  await database().doc(`agents/${id}`).delete();
  await page.getByText('No agents found').waitFor();
  await page.context().close();
});

it('turns an agent inactive when it was silent for five minutes, and tells since when', async () => {
  const owner = await makeAdmin();
  await giveAgents(owner, [{ name: 'Lone' }]);
  const page = await openApp(browser, owner, '/settings', {}, problems);
  await page.clock.install();
  await page.getByRole('link', { name: 'Agents' }).click();
  await rowOf(page, 'Lone').getByText('Active', { exact: true }).waitFor();
  await page.clock.fastForward(5 * MINUTE_MS + 10_000);
  await rowOf(page, 'Lone')
    .getByRole('button', { name: /^Inactive.*Silent since/ })
    .waitFor();
  await page.context().close();
});

describe('when there is nothing, or nothing comes', () => {
  it('says that there are no agents, and offers to create the first', async () => {
    const page = await agents('', {}, await makeAdmin());
    await page.getByText('No agents found').waitFor();
    await page.getByText('No location performance data available').waitFor();
    await page.getByText('Performance data will appear here once agents are active').waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it('keeps the list when the rest fails, says so, and tries again', async () => {
    const page = await openApp(browser, admin, '/settings', {}, problems);
    const ends = await Promise.all(
      ['/agents', '/agents/available-locations', '/agents/location-performance*'].map((path) =>
        failApi(page, path, 500),
      ),
    );
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('alert').getByText('Failed to load data. Please try again later.').first().waitFor();
    expect(await names(page)).toHaveLength(6);
    await expectAccessible(page);
    for (const mend of ends) await mend();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.getByRole('table', { name: 'Location Performance' }).waitFor();
    await page.context().close();
  });

  it('warns where no agent is active anywhere', async () => {
    const page = await openApp(browser, await makeAdmin(), '/settings', {}, problems);
    const none = ['tw', 'th', 'bd'].map((country_code) => ({ country_code, country_name: '', agent_count: 0 }));
    await page.route('**/api/agents/available-locations', (route) => route.fulfill({ json: none }));
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByText('No active agents detected').waitFor();
    await page
      .getByText('Monitor groups can still be created, but checks start only when agents come online.')
      .waitFor();
    const note = page.getByText('No active agents (monitoring will start when agents come online)');
    await expect.poll(() => note.count()).toBe(3);
    await page.context().close();
  });
});

describe('who is no admin', () => {
  it('is sent to the dashboard, is refused by the API, and loads no code of it', async () => {
    const user = await makeAccount();
    const page = await openApp(browser, user, '/settings', {}, problems);
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(new URL('/agents', page.url()).href);
    await page.waitForURL('**/monitors');
    await page.getByText('No monitors found').waitFor();
    expect(await page.getByRole('link', { name: 'Agents' }).count()).toBe(0);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((url) => /agents?-page|location-performance|registration/.test(url))).toEqual([]);
    await page.context().close();
  });
});
