import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi, openApp } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { callApi } from '../testing/call-api.ts';
import { card, cellsOf } from '../testing/endpoint-screen.ts';
import { switchSite } from '../testing/services.ts';
import { type Stocked, stockAccount } from '../testing/stock.ts';

/** A real agent hears of it, checks, and reports; a machine that does much else takes its time. */
const WITHIN = { timeout: 20_000 };
const PLACES = ['Taiwan', 'Thailand', 'Bangladesh'];
const problems: string[] = [];
let browser: Browser;
let watched: Account;
let unwatched: Account;
let stocked: Stocked | undefined;
let monitorId: string;
let endpointId: string;
let site: string;

/** One account whose monitor the agents check, and one whose monitor nobody does. */
beforeAll(async () => {
  browser = await startBrowser();
  [watched, unwatched] = await Promise.all([makeAccount(), makeAccount()]);
  [stocked] = await stockAccount(unwatched, [{ name: 'Quiet', paths: ['/site/quiet'] }]);
  site = watched.uid;
  const { targets } = addressesFromEnv();
  const endpoints = [{ url: `${targets}/site/${site}` }, { url: `${targets}/ok` }];
  const input = { name: 'Real shop', locations: ['tw', 'th', 'bd'], endpoints };
  monitorId = ((await callApi(watched, 'POST', '/monitors', input)) as { id: string }).id;
  const monitor = (await callApi(watched, 'GET', `/monitors/${monitorId}`)) as {
    endpoints: { id: string; url: string }[];
  };
  endpointId = monitor.endpoints.find(({ url }) => url.endsWith(site))?.id ?? '';
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

const results = (page: Page) => page.getByRole('region', { name: 'Check results' });
const lineOf = (page: Page, place: string) => results(page).getByRole('listitem').filter({ hasText: place });
const ask = (page: Page) => page.getByRole('button', { name: 'Check now' }).click();

describe('an endpoint', () => {
  it('shows each location’s result as it arrives, and the new status', async () => {
    const page = await openApp(browser, watched, `/endpoint/${endpointId}`, {}, problems);
    for (const place of PLACES) await card(page, 'Current Status').getByText(`${place}: Up`).waitFor(WITHIN);
    const askedMs = performance.now();
    await ask(page);
    for (const place of PLACES) await lineOf(page, place).getByText('Up', { exact: true }).waitFor(WITHIN);
    console.log(`From Check now to what every location saw: ${Math.round(performance.now() - askedMs)} ms`);
    await lineOf(page, 'Taiwan')
      .getByText(/^Status 200 · \d+ ms$/)
      .waitFor();
    await expect.poll(async () => (await cellsOf(page, 'Check history')).length, WITHIN).toBeGreaterThanOrEqual(3);
    await expectAccessible(page);

    await switchSite(site, 'down');
    await page.getByRole('button', { name: 'Check now' }).and(page.locator(':enabled')).waitFor(WITHIN);
    await ask(page);
    for (const place of PLACES) await lineOf(page, place).getByText('Down', { exact: true }).waitFor(WITHIN);
    await lineOf(page, 'Thailand')
      .getByText(/^The server answered with status 503 · \d+ ms$/)
      .waitFor();
    await card(page, 'Current Status').getByText('Down', { exact: true }).waitFor(WITHIN);
    await switchSite(site, 'up');
    await page.getByRole('button', { name: 'Dismiss check results' }).click();
    expect(await results(page).count()).toBe(0);
    await page.context().close();
  });

  it('says where nobody can check it', async () => {
    const page = await openApp(browser, unwatched, `/endpoint/${stocked?.endpointIds[0]}`, {}, problems);
    await ask(page);
    await page.getByText('No agent is active at this endpoint’s locations, so it cannot be checked now.').waitFor();
    await page.getByRole('button', { name: 'Dismiss check results' }).press('Enter');
    await expect.poll(() => page.getByText('No agent is active').count()).toBe(0);
    await page.context().close();
  });

  it('says why it could not be asked, and asks again', async () => {
    const page = await openApp(browser, unwatched, `/endpoint/${stocked?.endpointIds[0]}`, {}, problems);
    const heal = await failApi(page, '/endpoints/*/test', 500);
    await ask(page);
    await page.getByText('Internal server error. Please try again later').waitFor();
    await heal();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No agent is active').waitFor();
    await page.context().close();
  });
});

it('waits half a minute for an answer, then says whose has not come', async () => {
  const page = await openApp(browser, unwatched, `/endpoint/${stocked?.endpointIds[0]}`, {}, problems);
  await page.route('**/api/endpoints/*/test', (route) =>
    route.fulfill({ json: { success: true, locations: ['tw'], requested_at: new Date().toISOString() } }),
  );
  await card(page, 'Current Status').getByText('Taiwan: Up').waitFor();
  await page.clock.install();
  await ask(page);
  await lineOf(page, 'Taiwan').getByText('Waiting…').waitFor();
  await page.clock.fastForward(31_000);
  await lineOf(page, 'Taiwan').getByText('No answer from Taiwan yet').waitFor(WITHIN);
  expect(await page.getByRole('button', { name: 'Check now' }).isEnabled()).toBe(true);
  await page.context().close();
});

describe('a monitor', () => {
  it('counts its endpoints as they are checked, and its watchlist shows when', async () => {
    const page = await openApp(browser, watched, `/monitor/${monitorId}`, {}, problems);
    await page.getByRole('table', { name: 'Watchlist' }).waitFor();
    await ask(page);
    await results(page).getByText('2 of 2 checked').waitFor(WITHIN);
    const rows = await cellsOf(page, 'Watchlist');
    expect(rows.flat().filter((text) => text === 'Just now')).toHaveLength(2);
    await expectAccessible(page);
    await page.context().close();
  });

  it('says where nobody can check it', async () => {
    const page = await openApp(browser, unwatched, `/monitor/${stocked?.monitorId}`, {}, problems);
    await ask(page);
    await page.getByText('No agent is active at this monitor’s locations, so nothing can be checked now.').waitFor();
    await page.context().close();
  });
});
