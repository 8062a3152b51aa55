import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { makeSlow } from '../testing/endpoint-screen.ts';
import { NO_MONITOR } from '../testing/monitor-screen.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

let owner: Account;
let shop: SeededMonitor;

beforeAll(async () => {
  owner = await makeAccount();
  [shop = NO_MONITOR] = await seedMonitors(owner, [
    { name: 'Shop', paths: ['/site/cart', '/site/pay'] },
    { name: 'Blog', paths: ['/site/blog'] },
  ]);
  await makeSlow(owner, shop);
});

const it = base.extend(
  'open',
  ({ tab }) =>
    (path: string): Promise<Page> =>
      tab(owner, path, {}),
);

it('is shown on the dashboard, can be filtered, and counts as up', async ({ open }) => {
  const page = await open('/monitors');
  const rows = page.getByRole('table', { name: 'Monitors' }).getByRole('row');
  await rows.filter({ hasText: 'Shop' }).getByText('SLOW', { exact: true }).waitFor();
  await page.getByText('Using 2 out of 2 monitors').waitFor();
  await page.getByRole('button', { name: /^Slow/ }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await expectAccessible(page);
});

it('is shown on the pages of its monitor and endpoint, with what was measured and the limits', async ({ open }) => {
  const page = await open(`/monitor/${shop.monitorId}`);
  await page.getByText('1 slow').waitFor();
  const watchlist = page.getByRole('table', { name: 'Watchlist' });
  await watchlist.getByRole('row').filter({ hasText: 'cart' }).getByText('Slow', { exact: true }).waitFor();
  await watchlist.getByText('cart').first().click();
  await page.getByRole('region', { name: 'Current Status', exact: true }).getByText('Slow', { exact: true }).waitFor();
  const notice = page.getByRole('status').filter({ hasText: 'Up, but slow for' });
  await notice.getByText('Taiwan: 2,340 ms, limit 850 ms').waitFor();
  await notice.getByText('Thailand: 1,985 ms, limit 1,100 ms').waitFor();
  await expectAccessible(page);
});

it('has an incident with evidence by location', async ({ open }) => {
  const page = await open('/incidents');
  const row = page.getByRole('row').filter({ hasText: 'Slowness' });
  await row.getByRole('link').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Endpoint is slow' }).waitFor();
  await dialog.getByText('2,340 ms').waitFor();
  await dialog.getByText('limit 1,100 ms').waitFor();
  await expectAccessible(page);
});

it('has its limit in the form: never, automatic with the limits that are known, or a time', async ({ open }) => {
  const page = await open(`/monitor/${shop.monitorId}/edit`);
  await page.locator('[data-edit]').first().click();
  const mode = page.getByRole('combobox', { name: 'Slow after', exact: true });
  expect(await mode.inputValue()).toBe('auto');
  await page.getByText('Taiwan: 850 ms, Thailand: 1,100 ms').waitFor();
  await mode.selectOption('ms');
  const ms = page.getByLabel('Slow after, in ms');
  await ms.fill('40000');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('alert').getByText('Enter milliseconds that fit').waitFor();
  await ms.fill('1500');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Monitor Updated').waitFor();
  const stored = database().doc(`endpoints/${shop.endpointIds[0]}`);
  await expect.poll(async () => (await stored.get()).get('slowMs')).toBe(1500);
});
