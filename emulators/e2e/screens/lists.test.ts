import { HOUR_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { it } from '../testing/app-test.ts';
import { seedIncidents } from '../testing/incidents.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

let owner: Account;
let seeded: SeededMonitor[];

/** 23 monitors; the first has 12 endpoints and had an incident an hour ago. */
beforeAll(async () => {
  owner = await makeAccount();
  const paths = Array.from({ length: 12 }, (_, index) => `/site/own${index + 10}`);
  const rest = Array.from({ length: 22 }, (_, index) => ({ name: `Site ${10 + index}`, paths: [`/site/m${index}`] }));
  seeded = await seedMonitors(owner, [{ name: 'Alpha', paths }, ...rest]);
  const monitor = { monitorId: seeded[0]?.monitorId ?? '', monitor: { name: 'Alpha' } };
  await seedIncidents(owner, [{ ...monitor, triggeredAt: Date.now() - HOUR_MS }]);
});

const table = (page: Page, name: string) => page.getByRole('table', { name });
const sortedBy = (page: Page, name: string, header: string) =>
  table(page, name).getByRole('columnheader', { name: header, exact: true }).getAttribute('aria-sort');

it('keeps the order and page of a list in the address, for Back and for links back', async ({ tab }) => {
  const page = await tab(owner, '/monitors');
  const monitors = table(page, 'Monitors');
  const header = monitors.getByRole('columnheader', { name: 'Monitor' }).getByRole('button');
  await header.click();
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=-name&page=3');
  await monitors.getByRole('link', { name: 'Alpha' }).click();
  const watchlist = table(page, 'Watchlist');
  await watchlist.getByRole('columnheader', { name: 'Availability' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await watchlist.getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  await page.goBack();
  await watchlist.getByRole('link').first().waitFor();
  await expect.poll(() => watchlist.getByRole('link').count()).toBe(2);
  await expect.poll(() => sortedBy(page, 'Watchlist', 'Availability')).toBe('ascending');
  await page.getByRole('link', { name: 'Back to Monitors' }).click();
  await monitors.getByRole('link', { name: 'Alpha' }).waitFor();
  await expect.poll(() => sortedBy(page, 'Monitors', 'Monitor')).toBe('descending');
  await page.reload();
  await monitors.getByRole('link', { name: 'Alpha' }).waitFor();
  await expect.poll(() => monitors.getByRole('link').count()).toBe(3);
  await header.click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

it('restores a list’s filters when the user returns to it', async ({ tab }) => {
  const shop = seeded[0]?.monitorId ?? '';
  const down = { [`endpoints.${seeded[0]?.endpointIds[0]}.status`]: 'down' };
  await database().doc(`monitors/${shop}`).update(down);
  const page = await tab(owner, '/monitors');
  const address = () => page.evaluate<string>('location.pathname + location.search');
  const filters = page.getByRole('group', { name: 'Monitors by status' });
  await filters.getByRole('button', { name: /^Down/ }).click();
  await page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Alpha' }).click();
  const watchlist = table(page, 'Watchlist');
  await page.getByRole('button', { name: 'Page 2' }).click();
  const search = page.getByRole('searchbox', { name: 'Search endpoints...' });
  await search.fill('own1');
  await expect.poll(address).toBe(`/monitor/${shop}?watchlist-search=own1`);
  await watchlist.getByRole('link', { name: /own10$/ }).waitFor();
  await watchlist.getByRole('link', { name: /own11$/ }).click();
  await page.getByRole('link', { name: 'Back to Alpha' }).click();
  await watchlist.getByRole('link', { name: /own10$/ }).waitFor();
  await expect.poll(() => search.inputValue()).toBe('own1');
  await page.getByRole('link', { name: 'Edit Monitor' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(address).toBe(`/monitor/${shop}?watchlist-search=own1`);
  await page.getByRole('link', { name: 'Back to Monitors' }).click();
  await expect.poll(address).toBe('/monitors?status=down');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(address).toBe('/monitors');
});

it('opens a row in a new tab, as its link would, on a click with Ctrl or the middle button', async ({ tab }) => {
  const page = await tab(owner, '/monitors');
  const opened = async (name: string, text: string, click: { modifiers?: ['Control']; button?: 'middle' }) => {
    const cell = table(page, name).getByRole('row').filter({ hasText: text }).getByRole('cell').nth(4);
    const [other] = await Promise.all([page.context().waitForEvent('page'), cell.click(click)]);
    await other.waitForURL((url) => url.pathname !== 'blank');
    const { pathname, search } = new URL(other.url());
    await other.close();
    return pathname + search;
  };
  const path = `/monitor/${seeded[0]?.monitorId}`;
  expect(await opened('Monitors', 'Alpha', { modifiers: ['Control'] })).toBe(path);
  expect(await opened('Monitors', 'Alpha', { button: 'middle' })).toBe(path);
  await page.getByRole('link', { name: 'Incidents' }).click();
  expect(await opened('Incidents', 'Alpha', { modifiers: ['Control'] })).toMatch(/^\/incidents\?incident=\w/);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await table(page, 'Incidents').getByRole('row').filter({ hasText: 'Alpha' }).getByRole('cell').last().click();
  await page.getByRole('dialog').waitFor();
});

it('keeps a table’s header visible while scrolling', async ({ tab }) => {
  const page = await tab(owner, '/monitors', { height: 400 });
  const monitors = table(page, 'Monitors');
  await monitors.getByRole('link').last().scrollIntoViewIfNeeded();
  const topOf = (selector: string) =>
    page.evaluate<number>(`Math.round(document.querySelector('${selector}').getBoundingClientRect().top)`);
  await expect.poll(() => topOf('main tbody tr')).toBeLessThan(0);
  await expect.poll(() => topOf('main th')).toBe(0);
});

it('shows incidents with their time and age, under the current name of their monitor', async ({ tab }) => {
  const page = await tab(owner, '/incidents');
  const incidents = table(page, 'Incidents');
  const row = incidents.getByRole('row').filter({ hasText: 'Alpha' });
  await row.getByText(/^\w{3} \d{1,2}, \d\d:\d\d1 hour ago$/).waitFor();
  await database().doc(`monitors/${seeded[0]?.monitorId}`).update({ name: 'Aardvark' });
  await incidents.getByText('Aardvark').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Aardvark' }).waitFor();
  await database().doc(`monitors/${seeded[0]?.monitorId}`).update({ name: 'Alpha' });
  await page.getByRole('dialog').getByRole('link', { name: 'Alpha' }).waitFor();
});

it('has narrow bars on a monitor’s page, and check results that shift nothing', async ({ tab }) => {
  const page = await tab(owner, `/monitor/${seeded[0]?.monitorId}`, {});
  const bar = await page.getByRole('slider').locator('span').first().boundingBox();
  expect(bar?.width).toBeLessThan(16);
  const place = () => page.getByRole('heading', { name: 'Watchlist' }).boundingBox();
  const before = await place();
  const answer = { success: true, locations: ['tw'], requestedAt: new Date().toISOString(), checkedJustNow: [] };
  await page.route('**/api/monitors/*/test', (route) => route.fulfill({ json: answer }));
  await page.getByRole('button', { name: 'Check now' }).click();
  const panel = page.getByRole('region', { name: 'Check results' });
  await panel.waitFor();
  expect(await place()).toEqual(before);
  const box = await panel.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await panel.getByRole('button', { name: 'Dismiss check results' }).click();
});
