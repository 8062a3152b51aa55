import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi, tryAgain, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { expectQuick, measureSteps } from '../testing/main-thread.ts';
import { makeOwner, NO_MONITOR, rowOf, sites, table, urls } from '../testing/monitor-screen.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

const ALL: ('tw' | 'th' | 'bd')[] = ['tw', 'th', 'bd'];
let owner: Account;
let shop: SeededMonitor;
let nothing: SeededMonitor;

/** Shop has 23 endpoints, the first of them down for 3.5 hours; Nothing has none. */
beforeAll(async () => {
  owner = await makeAccount();
  const now = { hoursAgo: 3.5, minutes: null, locations: ALL, statusCode: 503 };
  const seeded = await seedMonitors(owner, [
    { name: 'Shop', description: 'Everything for sale', locations: ALL, paths: sites('shop', 23), outages: [now] },
    { name: 'Nothing', paths: [] },
  ]);
  [shop = NO_MONITOR, nothing = NO_MONITOR] = seeded;
});

/** Indices of the endpoints from the slowest, checked first, to the fastest; the last endpoint has no checks. */
const MEASURED = Array.from({ length: 22 }, (_, index) => (index * 5 + 5) % 22);
/** The names on the first page of these endpoints. */
const firstPageOf = (indices: readonly number[]) => indices.slice(0, 10).map((index) => `shop${index + 10}`);

async function mockMetrics(page: Page): Promise<void> {
  const known = MEASURED.map((index, place) => [
    shop.endpointIds[index],
    { avgResponseTime: 215 - place * 10, lastCheckAt: new Date(Date.now() - (50 - place) * MINUTE_MS).toISOString() },
  ]);
  const never = [shop.endpointIds[22], { avgResponseTime: null, lastCheckAt: null }];
  const json = Object.fromEntries([...known, never]);
  await page.route('**/api/endpoints/batch/metrics*', (route) => route.fulfill({ json }));
}

const it = base.extend(
  'monitor',
  ({ tab }) =>
    (id = shop.monitorId, view: View = {}, account = owner): Promise<Page> =>
      tab(account, `/monitor/${id}`, view),
);

describe('a monitor', () => {
  it('shows totals in its cards, and its status in the heading', async ({ monitor }) => {
    const page = await monitor();
    await page.getByRole('heading', { level: 1, name: 'Shop DOWN' }).waitFor();
    await page.getByText('Everything for sale').waitFor();
    const status = page.getByRole('region', { name: 'Current Status' });
    await expect.poll(async () => (await status.innerText()).replace(/\s+/g, ' ')).toMatch(/22 up 1 down/);
    await page.getByRole('region', { name: 'Total Endpoint' }).getByText('23', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Monitor interval' }).getByText('mins').waitFor();
    await expect.poll(() => urls(page)).toEqual(sites('shop', 10).map((path) => path.slice(6)));
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await page.waitForURL(`**/monitor/${shop.monitorId}/edit`);
    await page.goBack();
    await page.getByRole('link', { name: 'Back to Monitors' }).click();
    await page.waitForURL('**/monitors');
  });

  it('opens an endpoint by a click in its row, and by keyboard', async ({ monitor }) => {
    const page = await monitor();
    await rowOf(page, 'shop10').getByText('Down', { exact: true }).click();
    await page.waitForURL(`**/endpoint/${shop.endpointIds[0]}`);
    await page.goBack();
    await table(page).getByRole('link', { name: 'shop11' }).press('Enter');
    await page.waitForURL(`**/endpoint/${shop.endpointIds[1]}`);
  });

  it('sorts by each column in both directions', async ({ freshTab }) => {
    const page = await freshTab(owner, '/settings');
    await mockMetrics(page);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('table', { name: 'Monitors' }).getByRole('link', { name: 'Shop' }).click();
    await rowOf(page, 'shop10').getByText('5 ms').waitFor();
    const header = (name: string) => table(page).getByRole('columnheader', { name });
    await expect.poll(() => header('IP/URL').getAttribute('aria-sort')).toBe('ascending');
    await header('IP/URL').getByRole('button').click();
    await expect.poll(async () => (await urls(page))[0]).toBe('shop32');
    const onlyDown = { ascending: ['shop10'], descending: ['shop11'] };
    for (const [name, firsts] of Object.entries({
      'Last Check': { ascending: firstPageOf(MEASURED), descending: firstPageOf(MEASURED.toReversed()) },
      Availability: onlyDown,
      'Avg Runtime (1h)': { ascending: firstPageOf(MEASURED.toReversed()), descending: firstPageOf(MEASURED) },
      Status: onlyDown,
    })) {
      for (const [direction, first] of Object.entries(firsts)) {
        await header(name).getByRole('button').click();
        await expect.poll(() => header(name).getAttribute('aria-sort')).toBe(direction);
        await expect.poll(() => table(page).locator('[aria-sort]').count()).toBe(1);
        await expect
          .poll(async () => (await urls(page)).slice(0, first.length), { message: `${name} ${direction}` })
          .toEqual(first);
      }
    }
  });

  it('has pages, and shows a change without a reload', async ({ monitor }) => {
    const page = await monitor();
    await urls(page);
    const pager = page.getByRole('region', { name: 'Watchlist' }).getByRole('navigation', { name: 'Pages' });
    const previous = pager.getByRole('button', { name: 'Previous' });
    const next = pager.getByRole('button', { name: 'Next' });
    await expect.poll(() => previous.isDisabled()).toBe(true);
    await pager.getByRole('button', { name: 'Page 3' }).click();
    await expect.poll(() => urls(page)).toEqual(['shop30', 'shop31', 'shop32']);
    await expect.poll(() => next.isDisabled()).toBe(true);
    await previous.click();
    await expect.poll(() => urls(page)).toHaveLength(10);
    await pager.getByRole('button', { name: 'Page 1' }).click();
    await rowOf(page, 'shop11').getByText('Up', { exact: true }).waitFor();
    const at = `endpoints.${shop.endpointIds[1]}.status`;
    await database()
      .doc(`monitors/${shop.monitorId}`)
      .update({ [at]: 'down' });
    await rowOf(page, 'shop11').getByText('Down', { exact: true }).waitFor();
    await expect
      .poll(async () => (await page.getByRole('region', { name: 'Current Status' }).innerText()).replace(/\s+/g, ' '))
      .toMatch(/21 up 2 down/);
    await database()
      .doc(`monitors/${shop.monitorId}`)
      .update({ [at]: 'up' });
  });
});

describe('errors and empty states', () => {
  it('offer to add endpoints to an empty monitor', async ({ monitor }) => {
    const page = await monitor(nothing.monitorId);
    await page.getByText('No endpoints found').waitFor();
    await page.getByText('Add endpoints to start monitoring').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Nothing PENDING' }).waitFor();
    await page.getByRole('link', { name: 'Add endpoints' }).click();
    await page.waitForURL(`**/monitor/${nothing.monitorId}/edit`);
  });

  it('show that a monitor does not exist', async ({ monitor }) => {
    const page = await monitor('gone');
    await page.getByText('This monitor does not exist, or it is not yours.').waitFor();
    await expect.poll(() => page.title()).toContain('Monitor not found');
    await page.goto(page.url().replace('gone', '%25'));
    await page.getByText('This monitor does not exist, or it is not yours.').waitFor();
  });

  it('keep the page if metrics fail, and retry', async ({ freshTab }) => {
    const page = await freshTab(owner, '/settings');
    const restore = await failApi(page, '/endpoints/batch/metrics*', 403);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('table', { name: 'Monitors' }).getByRole('link', { name: 'Shop' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Failed to load monitor details').waitFor();
    await alert.getByText('You do not have permission to perform this action').waitFor();
    await expect.poll(() => urls(page)).toHaveLength(10);
    await restore();
    await tryAgain(alert);
  });
});

it('has cards, with the order and the box for all even on a page of one card', async ({ monitor }) => {
  const { account, seeded } = await makeOwner(11);
  const page = await monitor(seeded.monitorId, { width: 390, height: 844 }, account);
  const cards = page.getByRole('list', { name: 'Watchlist' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => cards.count()).toBe(1);
  await page.getByRole('checkbox', { name: 'Select all endpoints' }).press('Space');
  await page.getByRole('button', { name: 'Delete Selected (11)' }).waitFor();
  await page.getByRole('button', { name: 'Ascending' }).click();
  await cards.getByRole('link', { name: 'own20' }).waitFor();
});

it('stays fast with 200 endpoints', async ({ monitor }) => {
  const { account, seeded } = await makeOwner(200);
  const page = await monitor(seeded.monitorId, {}, account);
  await urls(page);
  const measure = await measureSteps(page);
  const sortBy = (name: string) => () => table(page).getByRole('columnheader', { name }).getByRole('button').click();
  const costs = [
    await measure('select all', async () => {
      await page.getByRole('checkbox', { name: 'Select all endpoints' }).press('Space');
      await page.getByRole('button', { name: 'Delete Selected (200)' }).waitFor();
    }),
    await measure('sort by availability', sortBy('Availability')),
    await measure('sort by status', sortBy('Status')),
    await measure('sort by URL', sortBy('IP/URL')),
    await measure('last page', async () => {
      await page.getByRole('button', { name: 'Page 20' }).click();
      await rowOf(page, 'own209').waitFor();
    }),
  ];
  expectQuick('200 endpoints', costs, 600);
});

it('labels stay on one line next to two-digit numbers at 320 px, in Chinese', async ({ tab }) => {
  const account = await makeAccount();
  const [many = NO_MONITOR] = await seedMonitors(account, [{ name: 'Many', paths: sites('many', 24) }]);
  const down = many.endpointIds.slice(0, 12).map((id) => [`endpoints.${id}.status`, 'down']);
  await database().doc(`monitors/${many.monitorId}`).update(Object.fromEntries(down));
  const page = await tab(account, `/monitor/${many.monitorId}`, { width: 320, language: 'cn' });
  const label = page.getByRole('heading', { level: 2, name: '当前状态' });
  const value = page.getByRole('region', { name: '当前状态' }).getByText('12').first();
  await value.waitFor();
  expect((await label.boundingBox())?.height).toBeLessThan(30);
  await expectNoHorizontalScroll(page);
});
