import { FieldValue } from 'firebase-admin/firestore';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi, openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';
import { collectLongTasks } from '../testing/long-tasks.ts';
import { type Stocked, stockAccount } from '../testing/stock.ts';

const ALL: ('tw' | 'th' | 'bd')[] = ['tw', 'th', 'bd'];
const WAIT = { timeout: 20_000 };
const problems: string[] = [];
let browser: Browser;
let owner: Account;
let shop: Stocked;
let nothing: Stocked;

const sites = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `/site/${name}${index + 10}`);

/** Shop has 23 endpoints of which the first is down since four hours; Nothing has none. */
beforeAll(async () => {
  browser = await startBrowser();
  owner = await makeAccount();
  const now = { hoursAgo: 3.5, minutes: null, locations: ALL, statusCode: 503 };
  const stocked = await stockAccount(owner, [
    { name: 'Shop', description: 'All that sells', locations: ALL, paths: sites('shop', 23), outages: [now] },
    { name: 'Nothing', paths: [] },
  ]);
  [shop = NOWHERE, nothing = NOWHERE] = stocked;
});

const NOWHERE: Stocked = { monitorId: '', endpointIds: [] };

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

function monitor(id = shop.monitorId, view: View = {}, account = owner): Promise<Page> {
  return openApp(browser, account, `/monitor/${id}`, view, problems);
}

function table(page: Page) {
  return page.getByRole('table', { name: 'Watchlist' });
}

/** The last parts of the URLs shown, in order. */
async function urls(page: Page): Promise<string[]> {
  await table(page).getByRole('link').first().waitFor();
  const texts = await table(page).getByRole('link').allTextContents();
  return texts.map((text) => text.split('/').at(-1) ?? '');
}

function rowOf(page: Page, site: string) {
  return table(page)
    .getByRole('row')
    .filter({ hasText: new RegExp(`${site}(?!\\d)`) });
}

/** An account of its own with one monitor of so many endpoints, for tests that delete. */
async function ownShop(count: number): Promise<{ account: Account; stocked: Stocked }> {
  const account = await makeAccount();
  const [stocked = NOWHERE] = await stockAccount(account, [{ name: 'Own', paths: sites('own', count) }]);
  return { account, stocked };
}

describe('a monitor', () => {
  it('adds up in its cards, and says its status with the heading', async () => {
    const page = await monitor();
    await page.getByRole('heading', { level: 1, name: 'Shop DOWN' }).waitFor();
    await page.getByText('All that sells').waitFor();
    const status = page.getByRole('region', { name: 'Current Status' });
    expect((await status.innerText()).replace(/\s+/g, ' ')).toMatch(/22 up 1 down/);
    await page.getByRole('region', { name: 'Total Endpoint' }).getByText('23', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Monitor interval' }).getByText('mins').waitFor();
    expect(await urls(page)).toEqual(sites('shop', 10).map((path) => path.slice(6)));
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await page.waitForURL(`**/monitor/${shop.monitorId}/edit`);
    await page.goBack();
    await page.getByRole('link', { name: 'Back to Monitors' }).click();
    await page.waitForURL('**/monitors');
    await page.context().close();
  });

  it('opens an endpoint by a click in its row, and by the keyboard', async () => {
    const page = await monitor();
    await rowOf(page, 'shop10').getByText('Down', { exact: true }).click();
    await page.waitForURL(`**/endpoint/${shop.endpointIds[0]}`);
    await page.goBack();
    await table(page).getByRole('link', { name: 'shop11' }).press('Enter');
    await page.waitForURL(`**/endpoint/${shop.endpointIds[1]}`);
    await page.context().close();
  });

  it('sorts by each column, both ways', async () => {
    const page = await monitor();
    await urls(page);
    const header = (name: string) => table(page).getByRole('columnheader', { name });
    expect(await header('IP/URL').getAttribute('aria-sort')).toBe('ascending');
    await header('IP/URL').getByRole('button').click();
    expect((await urls(page))[0]).toBe('shop32');
    for (const name of ['Last Check', 'Availability', 'Avg Runtime (1h)', 'Status']) {
      for (const direction of ['ascending', 'descending']) {
        await header(name).getByRole('button').click();
        expect(await header(name).getAttribute('aria-sort')).toBe(direction);
        expect(await table(page).locator('[aria-sort]').count()).toBe(1);
        const [first] = await urls(page);
        if (name === 'Availability') expect(first === 'shop10').toBe(direction === 'ascending');
        if (name === 'Status') expect(first === 'shop10').toBe(direction === 'ascending');
      }
    }
    await page.context().close();
  });

  it('pages from end to end', async () => {
    const page = await monitor();
    await urls(page);
    const pager = page.getByRole('region', { name: 'Watchlist' }).getByRole('navigation', { name: 'Pages' });
    const previous = pager.getByRole('button', { name: 'Previous' });
    const next = pager.getByRole('button', { name: 'Next' });
    expect(await previous.isDisabled()).toBe(true);
    await pager.getByRole('button', { name: 'Page 3' }).click();
    expect(await urls(page)).toEqual(['shop30', 'shop31', 'shop32']);
    expect(await next.isDisabled()).toBe(true);
    await previous.click();
    expect(await urls(page)).toHaveLength(10);
    await page.context().close();
  });

  it('shows a change without a reload', async () => {
    const page = await monitor();
    await rowOf(page, 'shop11').getByText('Up', { exact: true }).waitFor();
    const at = `endpoints.${shop.endpointIds[1]}.status`;
    await database()
      .doc(`monitors/${shop.monitorId}`)
      .update({ [at]: 'down' });
    await rowOf(page, 'shop11').getByText('Down', { exact: true }).waitFor();
    expect((await page.getByRole('region', { name: 'Current Status' }).innerText()).replace(/\s+/g, ' ')).toMatch(
      /21 up 2 down/,
    );
    await database()
      .doc(`monitors/${shop.monitorId}`)
      .update({ [at]: 'up' });
    await page.context().close();
  });
});

describe('deleting endpoints', () => {
  const boxOf = (page: Page, site: string) => page.getByRole('checkbox', { name: new RegExp(`Select .*${site}$`) });
  const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all endpoints' });

  it('chooses some and all, on every page, and moves nothing', async () => {
    const page = await monitor();
    await urls(page);
    const top = (await table(page).boundingBox())?.y;
    await boxOf(page, 'shop10').press('Space');
    await page.getByRole('button', { name: 'Delete Selected (1)' }).waitFor();
    expect((await table(page).boundingBox())?.y).toBe(top);
    expect(await all(page).evaluate((box) => box.matches(':indeterminate'))).toBe(true);
    await all(page).press('Space');
    await page.getByRole('button', { name: 'Delete Selected (23)' }).waitFor();
    await page.getByRole('button', { name: 'Page 3' }).click();
    expect(await boxOf(page, 'shop32').isChecked()).toBe(true);
    await all(page).press('Space');
    await page.getByRole('button', { name: /Delete Selected/ }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('asks first, and gives the focus back', async () => {
    const page = await monitor();
    await urls(page);
    await boxOf(page, 'shop10').press('Space');
    await boxOf(page, 'shop11').press('Space');
    const open = page.getByRole('button', { name: 'Delete Selected (2)' });
    await open.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Delete Endpoints' });
    await dialog.getByText('Are you sure you want to delete 2 endpoints? This cannot be undone').waitFor();
    await dialog.getByText('/site/shop11').waitFor();
    for (let press = 0; press < 4; press += 1) {
      expect(await dialog.evaluate((each) => each.matches(':focus-within'))).toBe(true);
      await page.keyboard.press('Tab');
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => open.evaluate((each) => each.matches(':focus')), WAIT).toBe(true);
    await page.context().close();
  });

  it('deletes one, several and all, and then offers to add some', async () => {
    const { account, stocked } = await ownShop(4);
    const page = await monitor(stocked.monitorId, {}, account);
    await urls(page);
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
    await boxOf(page, 'own10').press('Space');
    await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await confirm.click();
    await expect.poll(() => urls(page), WAIT).toEqual(['own11', 'own12', 'own13']);
    await boxOf(page, 'own11').press('Space');
    await boxOf(page, 'own13').press('Space');
    await page.getByRole('button', { name: 'Delete Selected (2)' }).click();
    await confirm.click();
    await expect.poll(() => urls(page), WAIT).toEqual(['own12']);
    const section = page.getByRole('region', { name: 'Watchlist' });
    await expect.poll(() => section.evaluate((each) => each.matches(':focus')), WAIT).toBe(true);
    await all(page).press('Space');
    await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await confirm.click();
    await page.getByText('No endpoints found').waitFor();
    expect((await database().collection('endpoints').where('monitorId', '==', stocked.monitorId).get()).size).toBe(0);
    await page.context().close();
  });

  it('says what failed and keeps the choice, which drops what is gone', async () => {
    const { account, stocked } = await ownShop(4);
    const page = await monitor(stocked.monitorId, {}, account);
    await urls(page);
    const section = page.getByRole('region', { name: 'Watchlist' });
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
    async function tryToDelete(count: number) {
      await page.getByRole('button', { name: `Delete Selected (${count})` }).click();
      await confirm.click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    }
    await boxOf(page, 'own10').press('Space');
    let mend = await failApi(page, '/endpoints/*', 500);
    await tryToDelete(1);
    await section.getByRole('alert').getByText('Failed to remove endpoint. Please try again.').waitFor();
    await mend();
    await boxOf(page, 'own11').press('Space');
    await boxOf(page, 'own12').press('Space');
    mend = await failApi(page, '/monitors/*/endpoints/delete', 'offline');
    await tryToDelete(3);
    await section.getByRole('alert').getByText('Failed to delete 3 endpoint(s).').waitFor();
    await section.getByRole('alert').getByText('Network error. Please check your connection').waitFor();
    await mend();
    await page.route('**/api/monitors/*/endpoints/delete', (route) =>
      route.fulfill({ json: { success: true, deleted: stocked.endpointIds.slice(0, 1) } }),
    );
    await tryToDelete(3);
    const some = section.getByRole('alert').getByText('Failed to delete some endpoints. Please try again later.');
    await some.waitFor();
    const gone = { [`endpoints.${stocked.endpointIds[0]}`]: FieldValue.delete() };
    await database().doc(`monitors/${stocked.monitorId}`).update(gone);
    await page.getByRole('button', { name: 'Delete Selected (2)' }).waitFor();
    expect(await urls(page)).toEqual(['own11', 'own12', 'own13']);
    await page.context().close();
  });
});

describe('when there is nothing, or nothing comes', () => {
  it('says that there are no endpoints, and leads to adding some', async () => {
    const page = await monitor(nothing.monitorId);
    await page.getByText('No endpoints found').waitFor();
    await page.getByText('Add endpoints to start monitoring').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Nothing PENDING' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add endpoints' }).click();
    await page.waitForURL(`**/monitor/${nothing.monitorId}/edit`);
    await page.context().close();
  });

  it.each(['gone', '%25'])('says that there is no monitor %s', async (id) => {
    const page = await monitor(id);
    await page.getByText('This monitor does not exist, or it is not yours.').waitFor();
    expect(await page.title()).toContain('Monitor not found');
    await page.context().close();
  });

  it('keeps the page when metrics fail, says so, and tries again', async () => {
    const page = await openApp(browser, owner, '/settings', {}, problems);
    const mend = await failApi(page, '/endpoints/batch/metrics*', 403);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('table', { name: 'Monitors' }).getByRole('link', { name: 'Shop' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Failed to load monitor details').waitFor();
    await alert.getByText('You do not have permission to perform this action').waitFor();
    expect(await urls(page)).toHaveLength(10);
    await mend();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('for everybody', () => {
  it.each(['light', 'dark'] as const)('has nothing that axe objects to, %s, also on a phone', async (theme) => {
    const page = await monitor(shop.monitorId, { theme });
    await urls(page);
    await page.getByRole('checkbox', { name: 'Select all endpoints' }).press('Space');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.getByRole('list', { name: 'Watchlist' }).getByRole('listitem').first();
    await card.getByRole('link').waitFor();
    expect((await card.innerText()).split('\n')[0]).toBe('Down');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.context().close();
  });

  it('speaks Chinese', async () => {
    const page = await monitor(shop.monitorId, { language: 'cn', width: 390, height: 844 });
    await page.getByRole('heading', { name: '监控清单' }).waitFor();
    await page.getByRole('checkbox', { name: '选择所有端点' }).press('Space');
    await page.getByRole('button', { name: '删除所选 (23)' }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.context().close();
  });
});

it('stays quick with 200 endpoints', async () => {
  const { account, stocked } = await ownShop(200);
  const page = await monitor(stocked.monitorId, {}, account);
  await urls(page);
  const longTasks = await collectLongTasks(page);
  await page.getByRole('checkbox', { name: 'Select all endpoints' }).press('Space');
  await page.getByRole('button', { name: 'Delete Selected (200)' }).waitFor();
  for (const name of ['Availability', 'Status', 'IP/URL']) {
    await table(page).getByRole('columnheader', { name }).getByRole('button').click();
  }
  await page.getByRole('button', { name: 'Page 20' }).click();
  await rowOf(page, 'own209').waitFor();
  const lengths = await longTasks();
  console.log(`200 endpoints: selecting all, sorting, paging; tasks over 50 ms: ${lengths.join(', ') || 'none'}`);
  expect(Math.max(0, ...lengths)).toBeLessThan(300);
  await page.context().close();
});
