import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database } from '../testing/accounts.ts';
import { failApi, hideForInstant } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { makeOwner, table, urls } from '../testing/monitor-screen.ts';
import type { SeededMonitor } from '../testing/seed-monitors.ts';

const it = base.extend(
  'monitor',
  ({ tab }) =>
    async ({ account, seeded }: { account: Account; seeded: SeededMonitor }): Promise<Page> => {
      const page = await tab(account, `/monitor/${seeded.monitorId}`, {});
      await urls(page);
      return page;
    },
);

describe('deleting endpoints', () => {
  const boxOf = (page: Page, site: string) => page.getByRole('checkbox', { name: new RegExp(`Select .*${site}$`) });
  const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all endpoints' });

  it('selects some or all on every page without shifting the table, confirms first, and returns the focus', async ({
    monitor,
  }) => {
    const page = await monitor(await makeOwner(23));
    await boxOf(page, 'own10').focus();
    const top = (await table(page).boundingBox())?.y;
    await boxOf(page, 'own10').press('Space');
    await page.getByRole('button', { name: 'Delete Selected (1)' }).waitFor();
    expect((await table(page).boundingBox())?.y).toBe(top);
    await expect.poll(() => all(page).evaluate((box) => box.matches(':indeterminate'))).toBe(true);
    await all(page).press('Space');
    await page.getByRole('button', { name: 'Delete Selected (23)' }).waitFor();
    await page.getByRole('button', { name: 'Page 3' }).click();
    await expect.poll(() => boxOf(page, 'own32').isChecked()).toBe(true);
    await all(page).press('Space');
    await page.getByRole('button', { name: /Delete Selected/ }).waitFor({ state: 'detached' });
    await boxOf(page, 'own30').press('Space');
    await boxOf(page, 'own31').press('Space');
    const open = page.getByRole('button', { name: 'Delete Selected (2)' });
    await open.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Delete Endpoints' });
    await dialog.getByText('Are you sure you want to delete 2 endpoints? This also deletes their history').waitFor();
    await dialog.getByText('You can undo this for 8 seconds').waitFor();
    await dialog.getByText('/site/own31').waitFor();
    for (let press = 0; press < 4; press += 1) {
      await expect.poll(() => dialog.evaluate((each) => each.matches(':focus-within'))).toBe(true);
      await page.keyboard.press('Tab');
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => open.evaluate((each) => each.matches(':focus'))).toBe(true);
  });

  it('deletes one, several and all, and can undo that, with a button or Ctrl+Z', async ({ monitor }) => {
    const own = await makeOwner(4);
    const page = await monitor(own);
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
    const undo = page.getByRole('button', { name: 'Undo' });
    const endpoints = database().collection('endpoints').where('monitorId', '==', own.seeded.monitorId);
    const count = async () => (await endpoints.count().get()).data().count;
    await boxOf(page, 'own11').press('Space');
    await boxOf(page, 'own13').press('Space');
    await page.getByRole('button', { name: 'Delete Selected (2)' }).click();
    await confirm.click();
    await expect.poll(() => urls(page)).toEqual(['own10', 'own12']);
    const section = page.getByRole('region', { name: 'Watchlist' });
    await expect.poll(() => section.evaluate((each) => each.matches(':focus'))).toBe(true);
    await page.getByRole('status').getByText('2 endpoints deleted').waitFor();
    // The time to undo stops while the pointer is on the message.
    await undo.hover();
    await expectAccessible(page);
    await undo.click();
    await expect.poll(() => urls(page)).toEqual(['own10', 'own11', 'own12', 'own13']);
    await page.getByRole('button', { name: 'Delete Selected (2)' }).click();
    await confirm.click();
    await undo.waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => urls(page)).toEqual(['own10', 'own11', 'own12', 'own13']);
    expect(await count()).toBe(4);
    await page.getByRole('button', { name: 'Delete Selected (2)' }).click();
    await confirm.click();
    await expect.poll(() => urls(page)).toEqual(['own10', 'own12']);
    await boxOf(page, 'own10').press('Space');
    await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await confirm.click();
    await page.getByRole('status').getByText('“site/own10” deleted').waitFor();
    // What was deleted before is final.
    await expect.poll(count).toBe(2);
    await all(page).press('Space');
    await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await confirm.click();
    await page.getByText('No endpoints found').waitFor();
    await hideForInstant(page);
    await expect.poll(count).toBe(0);
  });

  it('shows what failed and keeps the selection, without deleted endpoints', async ({ monitor }) => {
    const own = await makeOwner(4);
    const page = await monitor(own);
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
    async function tryToDelete(count: number) {
      await page.getByRole('button', { name: `Delete Selected (${count})` }).click();
      await confirm.click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await hideForInstant(page);
    }
    await boxOf(page, 'own10').press('Space');
    let restore = await failApi(page, '/endpoints/*', 500);
    await tryToDelete(1);
    await page.getByRole('alert').getByText('Failed to remove endpoint. Please try again.').waitFor();
    await restore();
    await boxOf(page, 'own11').press('Space');
    await boxOf(page, 'own12').press('Space');
    restore = await failApi(page, '/monitors/*/endpoints/delete', 'offline');
    await tryToDelete(3);
    await page.getByRole('alert').getByText('Failed to delete 3 endpoint(s).').waitFor();
    await page.getByRole('alert').getByText('Network error. Please check your connection').waitFor();
    await restore();
    await page.route('**/api/monitors/*/endpoints/delete', (route) =>
      route.fulfill({ json: { success: true, deleted: own.seeded.endpointIds.slice(0, 1) } }),
    );
    await tryToDelete(3);
    const some = page.getByRole('alert').getByText('Failed to delete some endpoints. Please try again later.');
    await some.waitFor();
    const gone = { [`endpoints.${own.seeded.endpointIds[0]}`]: FieldValue.delete() };
    await database().doc(`monitors/${own.seeded.monitorId}`).update(gone);
    await page.getByRole('button', { name: 'Delete Selected (2)' }).waitFor();
    await expect.poll(() => urls(page)).toEqual(['own11', 'own12', 'own13']);
  });
});
