import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Account, database, makeAccount, makeGoogleAccount } from '../testing/accounts.ts';
import { failApi, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { discardButton, saveButton } from '../testing/settings-screen.ts';

/** Presses Try again until `target` is visible; the app may have retried by itself. */
async function tryAgain(page: Page, target: Locator): Promise<void> {
  const button = '[role=tabpanel]:not([hidden]) [role=alert] button';
  const press = async () => {
    await page.evaluate(`document.querySelector('${button}')?.click()`);
    return target.isVisible();
  };
  await expect.poll(press, { interval: 250 }).toBe(true);
}

const it = base.extend(
  'settings',
  ({ tab }) =>
    (name: string, account: Account, view: View = {}): Promise<Page> =>
      tab(account, `/settings?tab=${name}`, view),
);

describe('account', () => {
  it('requires a name, keeps it if saving fails, and shows it in the header once saved', async ({ settings }) => {
    const page = await settings('account', await makeAccount('Ann Old'));
    const name = page.getByLabel('Display name');
    const alert = page.getByRole('alert');
    const header = page.getByRole('banner').getByRole('link', { name: /Account settings/ });
    await name.waitFor();
    await expect.poll(() => name.inputValue()).toBe('Ann Old');
    await expect.poll(() => page.getByLabel('Email').isDisabled()).toBe(true);
    expect(await saveButton(page).count()).toBe(0);

    await name.fill(' ');
    await saveButton(page).click();
    await page.getByText('Enter a display name.').waitFor();
    await expect.poll(() => name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await name.fill('Another Name');
    await page.getByText('Enter a display name.').waitFor({ state: 'hidden' });
    const restore = await failApi(page, '/settings/account', 500);
    await saveButton(page).click();
    await alert.getByText('Failed to update account settings').waitFor();
    await alert.getByText('Internal server error').waitFor();
    await expect.poll(() => name.inputValue()).toBe('Another Name');
    await restore();
    await discardButton(page).click();
    await discardButton(page).waitFor({ state: 'hidden' });
    await expect.poll(() => name.inputValue()).toBe('Ann Old');
    await expect.poll(() => alert.count()).toBe(0);

    await name.fill('  Ann New ');
    await name.press('Enter');
    await page.getByText('Account settings updated successfully').waitFor();
    await header.filter({ hasText: 'Ann New' }).waitFor();
    await expect.poll(() => name.inputValue()).toBe('Ann New');
    await expect.poll(() => discardButton(page).count()).toBe(0);
    await page.reload();
    await header.filter({ hasText: 'Ann New' }).waitFor();
  });

  it('shows what could not be loaded, retries it, and keeps the rest working', async ({ freshTab }) => {
    const page = await freshTab(await makeAccount(), '/incidents');
    const alert = page.getByRole('alert');
    const restores = [await failApi(page, '/settings', 500), await failApi(page, '/v1/notifications/settings', 500)];
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await alert.getByText('Failed to load settings').waitFor();
    const retry = page.waitForRequest('**/api/settings');
    await page.getByRole('button', { name: 'Try again' }).click();
    await retry;
    await page.getByRole('tab', { name: 'Integrations' }).click();
    await alert.getByText('Failed to load notification settings. Please try again.').waitFor();
    await page.getByText('No alerts yet').waitFor();
    await page.getByRole('tab', { name: 'Language and theme' }).click();
    await page.getByRole('combobox', { name: 'Language' }).waitFor();
    await Promise.all(restores.map((restore) => restore()));
    await page.getByRole('tab', { name: 'Account' }).click();
    await tryAgain(page, page.getByLabel('Display name'));
    await page.getByRole('tab', { name: 'Integrations' }).click();
    await tryAgain(page, page.getByLabel('Chat ID', { exact: true }));
  });

  it('shows an account from Google what can be changed', async ({ settings }) => {
    const page = await settings('account', await makeGoogleAccount());
    await page.getByText('You can change your name here, even if you signed up with Google.').waitFor();
    await page.getByText('This address comes from your Google account and cannot be changed.').waitFor();
  });
});

describe('monitor', () => {
  it('selects the nearest interval by mouse and the next by keyboard; shows the stored one if saving fails', async ({
    settings,
  }) => {
    const page = await settings('monitor', await makeAccount());
    const slider = page.getByRole('slider', { name: 'Check interval' });
    const every = (minutes: number) => page.getByText(`Every ${minutes} minutes`, { exact: true }).waitFor();
    await every(10);
    const track = await page.locator('[data-scope=slider][data-part=track]').boundingBox();
    if (!track) throw new Error('There is no track');
    const at = (minutes: number) => track.x + (track.width * (minutes - 10)) / 50;
    const y = track.y + track.height / 2;
    await page.mouse.click(at(26), y);
    await every(30);
    await page.mouse.move(at(30), y);
    await page.mouse.down();
    for (const minutes of [34, 40, 47, 50]) await page.mouse.move(at(minutes), y);
    await page.mouse.up();
    await every(45);
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('45');

    const restore = await failApi(page, '/settings/monitors', 'offline');
    await saveButton(page).click();
    await page.getByRole('alert').getByText('Failed to update monitor settings').waitFor();
    await page.getByRole('alert').getByText('Network error').waitFor();
    await every(10);
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true);
    await restore();

    await slider.press('ArrowRight');
    await every(15);
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Every 15 minutes');
    await slider.press('End');
    await every(60);
    await slider.press('ArrowLeft');
    await page.getByText('32 checks a day').waitFor();
    await saveButton(page).click();
    await page.getByText('Monitor settings updated successfully').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('region', { name: 'Monitor interval' }).getByText('45').waitFor();
  });
});

it('an interval saved in another window appears immediately, and the input is kept', async ({ ownWindow }) => {
  const account = await makeAccount('Ann Old');
  const here = await ownWindow(account, '/settings?tab=monitor');
  const there = await ownWindow(account, '/settings?tab=monitor');
  await here.getByText('Every 10 minutes', { exact: true }).waitFor();
  await here.getByRole('tab', { name: 'Account' }).click();
  await here.getByLabel('Display name').fill('Half typed');
  await here.getByRole('tab', { name: 'Monitor' }).click();
  await there.getByRole('slider', { name: 'Check interval' }).press('End');
  await saveButton(there).click();
  await here.getByText('Every 60 minutes', { exact: true }).waitFor();
  await here.getByRole('tab', { name: 'Account' }).click();
  await expect.poll(() => here.getByLabel('Display name').inputValue()).toBe('Half typed');
});

describe('an interval whose save response was lost', () => {
  it('is shown as saved', async ({ settings }) => {
    const page = await settings('monitor', await makeAccount());
    await page.route('**/api/settings/monitors', async (route) => {
      await route.fetch();
      await route.abort('connectionfailed');
    });
    await page.getByRole('slider', { name: 'Check interval' }).press('End');
    await saveButton(page).click();
    await page.getByRole('alert').getByText('Failed to update monitor settings').waitFor();
    await page.getByText('Every 60 minutes', { exact: true }).waitFor();
    await discardButton(page).waitFor({ state: 'hidden' });
  });
});

describe('languages', () => {
  it('shows if alerts use another language; a chosen one is remembered, used for alerts, and replaces the address’s', async ({
    ownWindow,
  }) => {
    const account = await makeAccount();
    const alertLanguage = async () => (await database().doc(`users/${account.uid}`).get()).get('language');
    const page = await ownWindow(account, '/settings?tab=languages&lng=cn', { language: 'cn' });
    const alertsToo = page.getByRole('button', { name: '告警也使用“中文”' });
    await page.getByText('告警目前仍使用“English”').waitFor();
    const restore = await failApi(page, '/me', 500);
    await alertsToo.click();
    await page.getByRole('alert').getByText('语言已保存在此浏览器中').waitFor();
    await restore();
    await alertsToo.click();
    await page.getByText('语言偏好已保存').waitFor();
    await page.getByText('告警目前仍使用').waitFor({ state: 'hidden' });
    await expect.poll(() => alertLanguage()).toBe('cn');

    await page.getByRole('combobox', { name: '语言' }).selectOption('English');
    await page.getByText('Language preference saved successfully').waitFor();
    await expect.poll(() => page.evaluate("localStorage.getItem('language')")).toBe('en');
    await expect.poll(() => page.url()).not.toContain('lng');
    await expect.poll(() => alertLanguage()).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await page.locator('html.dark').waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('中文');
    await page.getByText('语言偏好已保存').waitFor();
    await expect.poll(() => alertLanguage()).toBe('cn');
  });
});

it('a language that loads late does not change the current page’s address', async ({ ownWindow }) => {
  const page = await ownWindow(await makeAccount(), '/settings?tab=languages&lng=en');
  const requested = Promise.withResolvers<Route>();
  await page.route('**/assets/cn-*.js', (route) => requested.resolve(route), { times: 1 });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('中文');
  const texts = await requested.promise;
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByLabel('Display name').waitFor();
  await page.getByRole('link', { name: 'Incidents' }).click();
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  await texts.continue();
  await page.getByRole('heading', { level: 1, name: '事件' }).waitFor();
  await expect.poll(() => page.evaluate("localStorage.getItem('language')")).toBe('cn');
  const { pathname, search } = new URL(page.url());
  expect(`${pathname}${search}`).toBe('/incidents');
});
