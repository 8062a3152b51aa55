import { describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { database, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import {
  addAll,
  button,
  expectFocused,
  limit,
  modal,
  nameField,
  openModal,
  paste,
  removeButtons,
  seedShop,
  stillSaving,
  urlAt,
} from '../testing/monitor-form-screen.ts';
import { it } from '../testing/monitor-form-test.ts';

describe('creating a monitor', () => {
  it('works by keyboard only', async ({ create }) => {
    const account = await makeAccount();
    const page = await create({}, account);
    await nameField(page).focus();
    await page.keyboard.type('Front');
    await page.keyboard.press('Tab');
    await page.keyboard.type('What customers see');
    await button(page, 'Add URL').focus();
    await page.keyboard.press('Enter');
    await expectFocused(urlAt(page, 1));
    await page.keyboard.type('front.farwatch.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Front page');
    await button(modal(page), 'Add Another URL').press('Enter');
    await expectFocused(urlAt(page, 2));
    await page.keyboard.type('front.farwatch.test/news');
    await page.keyboard.press('Enter');
    await modal(page).getByText('All 2 URLs are valid.').waitFor();
    await expect.poll(() => urlAt(page, 1).inputValue()).toBe('https://front.farwatch.test/');
    await page.keyboard.press('Enter');
    await modal(page).waitFor({ state: 'detached' });
    await expectFocused(button(page, 'Add URL'));
    await page.getByText('Available endpoints: 2 of 200').waitFor();
    await page.getByText('front.farwatch.test/news').first().waitFor();
    await button(page, 'Create').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Front PENDING' }).waitFor();
    const links = page.getByRole('table', { name: 'Watchlist' }).getByRole('link');
    await links.filter({ hasText: 'front.farwatch.test/news' }).waitFor();
    await expect.poll(() => links.count()).toBe(2);
    const { docs } = await database().collection('endpoints').where('ownerId', '==', account.uid).get();
    expect(docs.map((doc) => doc.get('name')).sort()).toEqual(['Front page', 'front.farwatch.test/news']);
  });

  it('shows each field’s error and focuses the first', async ({ create }) => {
    const page = await create();
    await button(page, 'Create').click();
    await page.getByText('Give the monitor a name.').waitFor();
    await page.getByText('Add at least one URL.').waitFor();
    await expectFocused(nameField(page));
    await expect.poll(() => nameField(page).getAttribute('aria-invalid')).toBe('true');
    await nameField(page).fill('x'.repeat(201));
    await page.getByText('At most 200 characters, without line breaks.').waitFor();
    await nameField(page).fill('Shop');
    await page.getByLabel('Description').fill('x'.repeat(1001));
    await button(page, 'Create').click();
    await page.getByText('At most 1000 characters.').waitFor();
    await expectFocused(page.getByLabel('Description'));
    await page.getByLabel('Description').fill('');
    for (const place of ['Taiwan', 'Thailand', 'Bangladesh']) {
      await page.getByRole('checkbox', { name: place }).press('Space');
    }
    await button(page, 'Create').click();
    await page.getByText('Choose at least one location.').waitFor();
    await expectFocused(page.getByRole('checkbox', { name: 'Taiwan' }));
    await page.keyboard.press('Space');
    await button(page, 'Create').click();
    await expectFocused(button(page, 'Add URL'));
    await expectAccessible(page);
  });

  it('keeps the input if saving fails, and shows why', async ({ create }) => {
    const page = await create();
    await nameField(page).fill('Shop');
    await openModal(page);
    await urlAt(page, 1).fill('kept.farwatch.test');
    await addAll(page);
    for (const [failure, reason] of [
      [500, null],
      ['offline', 'Network error. Please check your connection'],
      [403, 'You do not have permission to perform this action'],
    ] as const) {
      const restore = await failApi(page, '/monitors', failure);
      await button(page, 'Create').click();
      const alert = page.getByRole('alert');
      await alert.getByText('Failed to create monitor. Please try again.').waitFor();
      if (reason) await alert.getByText(reason).waitFor();
      await expect.poll(() => nameField(page).inputValue()).toBe('Shop');
      await expect.poll(() => removeButtons(page).count()).toBe(1);
      await restore();
    }
  });

  it('shows that a slow save is pending, and completes it after leaving', async ({ create }) => {
    const page = await create({}, await makeAccount());
    await nameField(page).fill('Slow');
    await openModal(page);
    await urlAt(page, 1).fill('slow.farwatch.test');
    await addAll(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/monitors', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    await button(page, 'Create').click();
    await page.getByRole('link', { name: 'Back to Monitors' }).click();
    const question = stillSaving(page);
    await question.getByText('Your changes are being saved.').waitFor();
    await button(question, 'Leave').click();
    await page.getByText('No monitors found').waitFor();
    held.resolve();
    await page.getByRole('link', { name: 'Slow' }).waitFor();
  });

  it('warns at each location that no agent is active, and assumes a limit of 8 if it cannot be loaded', async ({
    freshTab,
    shop,
  }) => {
    const page = await freshTab(shop.owner, '/settings');
    await failApi(page, '/monitors/endpoint-limits', 500);
    const none = ['tw', 'th', 'bd'].map((code) => ({ country_code: code, country_name: code, agent_count: 0 }));
    await page.route('**/api/agents/available-locations', (route) => route.fulfill({ json: none }));
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await page.getByText('No active agents detected').waitFor();
    const note = page.getByText('No active agents (monitoring will start when agents come online)');
    await expect.poll(() => note.count()).toBe(3);
    await page.getByText('Available endpoints: 0 of 8').waitFor();
  });
});

describe('the limit', () => {
  it('is shown before too many URLs are added, and the input is kept', async ({ edit }) => {
    const account = await makeAccount('Vera Viewer', { maxEndpoints: 4 });
    const id = await seedShop(account);
    const page = await edit({}, account, id);
    await page.getByText('Available endpoints: 3 of 4').waitFor();
    await openModal(page);
    await paste(urlAt(page, 1), 'a.farwatch.test\nb.farwatch.test');
    await modal(page).getByText('2 URLs, but you can only add 1 more.').waitFor();
    await button(modal(page), 'Verify URLs').click();
    await button(modal(page), 'Add URL').click();
    await limit(page).getByText('Maximum number of endpoints reached.').waitFor();
    await limit(page).getByText('Remove existing endpoints to add more.').waitFor();
    await expect.poll(() => limit(page).getByRole('button').allTextContents()).toEqual(['Confirm']);
    await button(limit(page), 'Confirm').click();
    await limit(page).waitFor({ state: 'detached' });
    await expect.poll(() => urlAt(page, 2).inputValue()).toBe('https://b.farwatch.test/');
    await button(modal(page), 'Remove row 2').click();
    await button(modal(page), 'Add URL').click();
    await page.getByText('Available endpoints: 4 of 4').waitFor();
    await button(page, 'Add URL').click();
    await limit(page).waitFor();
    await page.keyboard.press('Escape');
    await limit(page).waitFor({ state: 'detached' });
    await expectFocused(button(page, 'Add URL'));
  });

  it('is shown if the server finds it reached, and the input is kept', async ({ create }) => {
    const account = await makeAccount('Vera Viewer', { maxEndpoints: 5 });
    const page = await create({}, account);
    await nameField(page).fill('Late');
    await openModal(page);
    await paste(urlAt(page, 1), 'a.farwatch.test\nb.farwatch.test');
    await addAll(page);
    await database().doc(`users/${account.uid}`).update({ endpointCount: 4 });
    await button(page, 'Create').click();
    await limit(page).getByText('Maximum number of endpoints reached.').waitFor();
    await expectAccessible(page);
    await button(limit(page), 'Confirm').click();
    await expect.poll(() => nameField(page).inputValue()).toBe('Late');
    await expect.poll(() => removeButtons(page).count()).toBe(2);
  });
});

it('the modal fills the window, targets are 44 px, and the bottom bar is visible', async ({ edit }) => {
  const page = await edit({ width: 390, height: 844 });
  await openModal(page);
  await paste(urlAt(page, 1), 'a.farwatch.test\nftp://b');
  await button(modal(page), 'Verify URLs').click();
  const box = await modal(page).boundingBox();
  expect([box?.width, box?.height]).toEqual([390, 844]);
  for (const name of ['Remove row 1', 'Verify URLs', 'Cancel', 'Close']) {
    const target = await button(modal(page), name).boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
  await button(modal(page), 'Remove row 2').click();
  await button(modal(page), 'Add URL').click();
  await page.getByText('URLs to Monitor (4)').waitFor();
  const update = await button(page, 'Update').boundingBox();
  expect((update?.y ?? 0) + (update?.height ?? 0)).toBeLessThanOrEqual(844);
});
