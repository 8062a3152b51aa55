import type { Checks } from '@farwatch/core/contracts/api/endpoints';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { callApi } from '../testing/call-api.ts';
import { card, cellsOf } from '../testing/endpoint-screen.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';
import { switchSite } from '../testing/services.ts';

const PLACES = ['Taiwan', 'Thailand', 'Bangladesh'];
let watched: Account;
let unwatched: Account;
let seeded: SeededMonitor | undefined;
let monitorId: string;
let endpointId: string;
/** Another endpoint of the monitor, whose site goes down. */
let fallingId: string;
let falling: string;

/** Agents check the monitor of one account, but not that of the other. */
beforeAll(async () => {
  [watched, unwatched] = await Promise.all([makeAccount(), makeAccount()]);
  [seeded] = await seedMonitors(unwatched, [{ name: 'Quiet', paths: ['/site/quiet'] }]);
  const { targets } = addressesFromEnv();
  const site = watched.uid;
  falling = `${site}-falling`;
  const endpoints = [site, falling].map((name) => ({ url: `${targets}/site/${name}` }));
  const input = { name: 'Real shop', locations: ['tw', 'th', 'bd'], endpoints };
  monitorId = ((await callApi(watched, 'POST', '/monitors', input)) as { id: string }).id;
  const monitor = (await callApi(watched, 'GET', `/monitors/${monitorId}`)) as {
    endpoints: { id: string; url: string }[];
  };
  const idAt = (name: string) => monitor.endpoints.find(({ url }) => url.endsWith(name))?.id ?? '';
  [endpointId, fallingId] = [idAt(site), idAt(falling)];
});

const results = (page: Page) => page.getByRole('region', { name: 'Check results' });
const lineOf = (page: Page, place: string) => results(page).getByRole('listitem').filter({ hasText: place });
const button = (page: Page) => page.getByRole('button', { name: 'Check now' });
const requestCheck = (page: Page) => button(page).click();

async function requestCheckAndWait(page: Page): Promise<void> {
  await requestCheck(page);
  await button(page).and(page.locator(':not([aria-disabled])')).waitFor();
}

/** The number of checks of the endpoint, which is a few minutes old. */
async function checkCount(): Promise<number> {
  const since = new Date(Date.now() - 9 * MINUTE_MS).toISOString();
  return ((await callApi(watched, 'GET', `/endpoints/${endpointId}/checks?since=${since}`)) as Checks).data.length;
}

/** The numbers of checks that the page shows in the chart and in the list. */
async function shownCounts(page: Page): Promise<number[]> {
  const label = await page.getByRole('img', { name: /^Median response time by hour/ }).getAttribute('aria-label');
  const text = await page.getByText(/^\d+ checks in 24 hours$/).textContent();
  return [Number(label?.match(/over (\d+) checks/)?.[1]), Number.parseInt(text ?? '', 10)];
}

describe('an endpoint', () => {
  it('shows each location’s result as it arrives, and the new status', async ({ tab }) => {
    const page = await tab(watched, `/endpoint/${endpointId}`, {});
    for (const place of PLACES) await card(page, 'Current Status').getByText(`${place}: Up`).waitFor();
    const before = await checkCount();
    const requestedMs = performance.now();
    await requestCheck(page);
    for (const place of PLACES) await lineOf(page, place).getByText('Up', { exact: true }).waitFor();
    console.log(`From Check now to every location's result: ${Math.round(performance.now() - requestedMs)} ms`);
    await lineOf(page, 'Taiwan')
      .getByText(/^Status 200 · \d+ ms$/)
      .waitFor();
    const after = before + PLACES.length;
    await expect.poll(() => shownCounts(page)).toEqual([after, after]);
    await expectAccessible(page);

    const again = page.getByText(/^Checked just now, with no changes since. You can check again in \d+ s.$/);
    // Within two seconds the first request's response is repeated.
    await expect.poll(() => requestCheckAndWait(page).then(() => again.count())).toBe(1);
    for (const place of PLACES)
      await expect.poll(() => lineOf(page, place).getByText('Up', { exact: true }).count()).toBe(1);
    await expectAccessible(page);
  });

  it('shows an outage and its reason, and can be rechecked immediately after a repair', async ({ tab }) => {
    const page = await tab(watched, `/endpoint/${fallingId}`, {});
    for (const place of PLACES) await card(page, 'Current Status').getByText(`${place}: Up`).waitFor();
    await switchSite(falling, 'down');
    await requestCheck(page);
    for (const place of PLACES) await lineOf(page, place).getByText('Down', { exact: true }).waitFor();
    await lineOf(page, 'Thailand')
      .getByText(/^The server answered with status 503 · \d+ ms$/)
      .waitFor();
    await card(page, 'Current Status').getByText('Down', { exact: true }).waitFor();
    await switchSite(falling, 'up');
    await requestCheckAndWait(page);
    await card(page, 'Current Status').getByText('Up', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dismiss check results' }).click();
    await expect.poll(() => results(page).count()).toBe(0);
  });

  it('shows that no agent is active', async ({ tab }) => {
    const page = await tab(unwatched, `/endpoint/${seeded?.endpointIds[0]}`, {});
    await requestCheck(page);
    await page.getByText('No agent is active at this endpoint’s locations, so it cannot be checked now.').waitFor();
    await page.getByRole('button', { name: 'Dismiss check results' }).press('Enter');
    await expect.poll(() => page.getByText('No agent is active').count()).toBe(0);
  });

  it('shows why the request failed, and retries it', async ({ tab }) => {
    const page = await tab(unwatched, `/endpoint/${seeded?.endpointIds[0]}`, {});
    const restore = await failApi(page, '/endpoints/*/test', 500);
    await requestCheck(page);
    await page.getByText('Internal server error. Please try again later').waitFor();
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No agent is active').waitFor();
  });
});

it('waits half a minute, then shows for a while which location has not responded', async ({ ownWindow }) => {
  const page = await ownWindow(unwatched, `/endpoint/${seeded?.endpointIds[0]}`, {});
  await page.route('**/api/endpoints/*/test', (route) =>
    route.fulfill({
      json: { success: true, locations: ['tw'], requestedAt: new Date().toISOString(), checkedJustNow: [] },
    }),
  );
  await card(page, 'Current Status').getByText('Taiwan: Up').waitFor();
  await page.clock.install();
  await requestCheck(page);
  await lineOf(page, 'Taiwan').getByText('Waiting…').waitFor();
  await page.clock.fastForward(31_000);
  await lineOf(page, 'Taiwan').getByText('No result from Taiwan yet').waitFor();
  await expect.poll(() => button(page).isEnabled()).toBe(true);
  await page.clock.fastForward(15_000);
  await results(page).waitFor({ state: 'detached' });
});

describe('a monitor', () => {
  it('counts checked endpoints, and shows the time in its watchlist', async ({ tab }) => {
    const page = await tab(watched, `/monitor/${monitorId}`, {});
    await page.getByRole('table', { name: 'Watchlist' }).waitFor();
    await requestCheck(page);
    await results(page).getByText('2 of 2 checked').waitFor();
    const rows = await cellsOf(page, 'Watchlist');
    expect(rows.flat().filter((text) => text === 'Just now')).toHaveLength(2);
    await expectAccessible(page);
  });

  it('shows neither up nor down for an endpoint that is unconfirmed', async ({ tab }) => {
    const id = seeded?.endpointIds[0] ?? '';
    const document = database().doc(`monitors/${seeded?.monitorId}`);
    const page = await tab(unwatched, `/monitor/${seeded?.monitorId}`, {});
    await page.getByRole('table', { name: 'Watchlist' }).waitFor();
    const requestedAt = Date.now();
    const verdicts = results(page).getByText(/\d (up|down)/);
    let success = false;
    await page.route('**/api/monitors/*/test', (route) => {
      const answer = { requestedAt: new Date(requestedAt).toISOString(), locations: ['tw'], checkedJustNow: [] };
      return route.fulfill({ json: { success: true, ...answer } });
    });
    await page.route('**/api/endpoints/batch/metrics*', (route) => {
      const at = new Date(requestedAt + 1_000).toISOString();
      return route.fulfill({
        json: { [id]: { avgResponseTime: null, lastCheckAt: at, latest: { tw: { at, success } } } },
      });
    });
    const setStatus = (status: 'up' | 'down', sinceMs: number) => {
      const since = Timestamp.fromMillis(sinceMs);
      const vote = { up: status === 'up', generation: 1, agentSeq: 9, since };
      const votes = { tw: vote, th: vote };
      return document.update({ [`endpoints.${id}.status`]: status, [`endpoints.${id}.votes`]: votes });
    };
    await setStatus('up', requestedAt - MINUTE_MS);
    await requestCheck(page);
    await results(page).getByText('1 failing, rechecking').waitFor();
    await expect.poll(() => verdicts.count()).toBe(0);
    await setStatus('down', requestedAt + 1_000);
    await results(page).getByText('1 down', { exact: true }).waitFor();
    success = true;
    await setStatus('down', requestedAt - MINUTE_MS);
    await requestCheck(page);
    await results(page).getByText('1 recovering, rechecking').waitFor();
    await expect.poll(() => verdicts.count()).toBe(0);
    await expectAccessible(page);
    await setStatus('up', requestedAt + 1_000);
    await results(page).getByText('1 up', { exact: true }).waitFor();
    await expect
      .poll(() =>
        results(page)
          .getByText(/rechecking/)
          .count(),
      )
      .toBe(0);
  });

  it('shows at the end that the results could not be loaded', async ({ ownWindow }) => {
    const page = await ownWindow(unwatched, `/monitor/${seeded?.monitorId}`, {});
    await page.route('**/api/monitors/*/test', (route) =>
      route.fulfill({
        json: { success: true, locations: ['tw'], requestedAt: new Date().toISOString(), checkedJustNow: [] },
      }),
    );
    await page.getByRole('table', { name: 'Watchlist' }).waitFor();
    await failApi(page, '/endpoints/batch/metrics*', 'offline');
    await page.clock.install();
    await requestCheck(page);
    await results(page).getByText('0 of 1 checked').waitFor();
    await page.clock.fastForward(31_000);
    await page.getByRole('alert').getByText('Network error. Please check your connection').waitFor();
    await expect.poll(() => button(page).isEnabled()).toBe(true);
  });

  it('without endpoints cannot be checked', async ({ tab }) => {
    const input = { name: 'Empty', locations: ['tw'], endpoints: [{ url: 'https://empty.farwatch.test' }] };
    const { id } = (await callApi(watched, 'POST', '/monitors', input)) as { id: string };
    const monitor = (await callApi(watched, 'GET', `/monitors/${id}`)) as { endpoints: { id: string }[] };
    for (const endpoint of monitor.endpoints) await callApi(watched, 'DELETE', `/endpoints/${endpoint.id}`);
    const page = await tab(watched, `/monitor/${id}`, {});
    await button(page).waitFor();
    await expect.poll(() => button(page).isDisabled()).toBe(true);
  });

  it('shows that no agent is active', async ({ tab }) => {
    const page = await tab(unwatched, `/monitor/${seeded?.monitorId}`, {});
    await requestCheck(page);
    await page.getByText('No agent is active at this monitor’s locations, so it cannot be checked now.').waitFor();
  });
});
