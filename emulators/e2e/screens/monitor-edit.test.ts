import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { database, makeAccount } from '../testing/accounts.ts';
import { failApi, hideForInstant } from '../testing/app.ts';
import {
  addAll,
  button,
  expectFocused,
  nameField,
  openModal,
  removeButtons,
  seedShop,
  stillSaving,
  unsaved,
  urlAt,
} from '../testing/monitor-form-screen.ts';
import { it } from '../testing/monitor-form-test.ts';

/** Whether the browser would ask before leaving the page. */
function confirmsLeaving(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
}

describe('editing', () => {
  it('saves and reports it, and can then be left without a question', async ({ edit }) => {
    const account = await makeAccount();
    const id = await seedShop(account);
    const page = await edit({}, account, id);
    await nameField(page).fill('Shop two');
    await removeButtons(page).first().click();
    await expectFocused(removeButtons(page).first());
    await database().doc(`monitors/${id}`).update({ description: 'changed elsewhere' });
    await button(page, 'Update').click();
    const done = page.getByRole('alertdialog', { name: 'Monitor Updated' });
    await done.getByText('Your changes have been saved successfully.').waitFor();
    await button(done, 'Confirm').click();
    await page.getByRole('heading', { level: 1, name: 'Shop two' }).waitFor();
    await page.getByText('Everything for sale').waitFor();
    const { size } = await database().collection('endpoints').where('monitorId', '==', id).get();
    expect(size).toBe(2);
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await page.getByText('URLs to Monitor (2)').waitFor();
  });

  it('shows which step failed, and keeps the input', async ({ edit, shop }) => {
    const page = await edit();
    await failApi(page, `/monitors/${shop.id}`, 500);
    const alert = page.getByRole('alert');
    await removeButtons(page).first().click();
    await button(page, 'Update').click();
    await alert.getByText('Failed to remove endpoint. Please try again.').waitFor();
    await nameField(page).fill('Changed');
    await button(page, 'Update').click();
    await alert.getByText('Failed to update monitor. Please try again.').waitFor();
    await expect.poll(() => nameField(page).inputValue()).toBe('Changed');
    await expect.poll(() => removeButtons(page).count()).toBe(2);
    await button(page, 'Delete Monitor').click();
    await button(page.getByRole('alertdialog'), 'Delete Monitor').click();
    await page.getByRole('alertdialog', { name: 'Monitor Deleted' }).waitFor();
    await hideForInstant(page);
    await alert.getByText('Failed to delete monitor. Please try again.').waitFor();
  });

  it('shows a timeout if the monitor does not load within 10 s, and the monitor once it does', async ({
    ownWindow,
    shop,
  }) => {
    const page = await ownWindow(shop.owner, '/settings');
    await page.clock.install();
    await page.goto(`${addressesFromEnv().origin}/monitor/${shop.id}`);
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    const listen = '**/google.firestore.v1.Firestore/Listen/**';
    await page.context().route(listen, () => undefined);
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await page.getByText('Loading...').waitFor();
    await page.clock.fastForward(10_000);
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load monitor details' });
    await alert.getByText('Request timed out. Please check your connection').waitFor();
    await page.context().unroute(listen);
    await page.clock.fastForward(60_000);
    await page.getByText('URLs to Monitor (3)').waitFor();
  });

  it('shows that adding failed', async ({ edit, shop }) => {
    const page = await edit();
    await openModal(page);
    await urlAt(page, 1).fill('more.farwatch.test');
    await addAll(page);
    await failApi(page, `/monitors/${shop.id}`, 'offline');
    await button(page, 'Update').click();
    await page.getByRole('alert').getByText('Failed to add endpoints. Please try again.').waitFor();
    await page.getByRole('alert').getByText('Network error. Please check your connection').waitFor();
    await expect.poll(() => removeButtons(page).count()).toBe(4);
  });

  it('deletes after a confirmation, which can be undone, even with unsaved changes', async ({ edit }) => {
    const account = await makeAccount();
    const id = await seedShop(account);
    const page = await edit({}, account, id);
    await nameField(page).fill('Changed');
    await button(page, 'Delete Monitor').click();
    const question = page.getByRole('alertdialog', { name: 'Delete Monitor' });
    await question.getByText('Are you sure you want to delete Shop?').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectFocused(button(page, 'Delete Monitor'));
    await page.keyboard.press('Enter');
    await button(question, 'Delete Monitor').click();
    const deleted = page.getByRole('alertdialog', { name: 'Monitor Deleted' });
    await button(deleted, 'Undo').click();
    await deleted.waitFor({ state: 'detached' });
    await expect.poll(() => nameField(page).inputValue()).toBe('Changed');
    await button(page, 'Delete Monitor').click();
    await button(question, 'Delete Monitor').click();
    await button(deleted, 'Confirm').click();
    await page.waitForURL('**/monitors');
    await page.getByText('No monitors found').waitFor();
    await page.getByText('“Shop” deleted').waitFor();
    await expectAccessible(page);
    const answer = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await hideForInstant(page);
    await answer;
    expect((await database().doc(`monitors/${id}`).get()).exists).toBe(false);
    await page.goBack();
    await page.getByText('This monitor does not exist, or it is not yours.').waitFor();
  });
});

describe('unsaved changes', () => {
  it('are confirmed before Cancel, a link or going back; none are reported if nothing differs', async ({
    freshTab,
    shop,
  }) => {
    // Going back can only be stopped within the app.
    const page = await freshTab(shop.owner, `/monitor/${shop.id}`);
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await page.getByText('URLs to Monitor (3)').waitFor();
    await nameField(page).fill('Changed');
    const ways = [
      () => button(page, 'Cancel').click(),
      () => page.getByRole('link', { name: 'Incidents' }).click(),
      () => page.getByRole('link', { name: 'Back to Monitors' }).click(),
      () => page.goBack(),
    ];
    for (const leave of ways) {
      await leave();
      await button(unsaved(page), 'Stay').click();
      await unsaved(page).waitFor({ state: 'detached' });
      await expect.poll(() => nameField(page).inputValue()).toBe('Changed');
      await expect.poll(() => page.url()).toContain('/edit');
    }
    await page.goBack();
    await expectAccessible(page);
    await button(unsaved(page), 'Leave').click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    await expect.poll(() => page.url()).not.toContain('/edit');
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await nameField(page).fill('Changed');
    await nameField(page).fill('Shop');
    await button(page, 'Cancel').click();
    await page.waitForURL(`**/monitor/${shop.id}`);
  });

  it('are confirmed by the browser before its tab is closed, also if only in the modal', async ({ freshTab, shop }) => {
    const page = await freshTab(shop.owner, '/monitors');
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await nameField(page).fill('x');
    await expect.poll(() => confirmsLeaving(page)).toBe(true);
    await nameField(page).fill('');
    await expect.poll(() => confirmsLeaving(page)).toBe(false);
    await openModal(page);
    await urlAt(page, 1).fill('x');
    await expect.poll(() => confirmsLeaving(page)).toBe(true);
    await page.goBack();
    await page.getByRole('alertdialog', { name: 'Discard URLs' }).getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(() => urlAt(page, 1).inputValue()).toBe('x');
  });

  it('are confirmed while a new monitor is being saved, and leaving is final', async ({ create }) => {
    const page = await create();
    const responses: (() => void)[] = [];
    await page.route('**/api/monitors', async (route) => {
      const response = await route.fetch();
      await new Promise<void>((respond) => responses.push(respond));
      await route.fulfill({ response });
    });
    async function send(name: string) {
      await nameField(page).fill(name);
      await openModal(page);
      await urlAt(page, 1).fill('slow.farwatch.test');
      await addAll(page);
      const held = responses.length + 1;
      await button(page, 'Create').click();
      await expect.poll(() => responses.length).toBe(held);
      await expect.poll(() => confirmsLeaving(page)).toBe(true);
      await page.getByRole('link', { name: 'Incidents' }).click();
      await stillSaving(page).waitFor();
    }
    const name = `Left ${randomUUID()}`;
    await send(name);
    await button(stillSaving(page), 'Leave').click();
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
    const saved = page.waitForResponse('**/api/monitors');
    responses[0]?.();
    await (await saved).finished();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('table', { name: 'Monitors' }).getByRole('link', { name }).waitFor();
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await send('Stayed');
    responses[1]?.();
    await page.getByRole('heading', { level: 1, name: /^Stayed / }).waitFor();
    await stillSaving(page).waitFor({ state: 'detached' });
  });
});
