import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { submitSignIn } from '../testing/browser.ts';
import { addAll, button, expectFocused, nameField, openModal, paste, urlAt } from '../testing/monitor-form-screen.ts';
import { saveButton } from '../testing/settings-screen.ts';

let owner: Account;
beforeAll(async () => {
  owner = await makeAccount();
});

const main = (page: Page) => page.getByRole('main');

/** Holds the calls to `path` until released. */
async function holdApi(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/api${path}`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

/** Presses Enter on a button whose call takes its time: it has the focus all the while, its name, and does nothing more. */
async function pressesOnce(page: Page, pressed: Locator, path: string, after: Locator): Promise<void> {
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname === `/api${path}`) asked += 1;
  });
  const release = await holdApi(page, path);
  await pressed.press('Enter');
  await expect.poll(() => pressed.isDisabled()).toBe(true);
  await pressed.press('Enter');
  await expectFocused(pressed);
  release();
  await after.waitFor();
  await expectFocused(pressed);
  expect(asked).toBe(1);
}

it('a button that is busy keeps the focus, also once there is nothing more to save', async ({ freshTab }) => {
  const page = await freshTab(owner, '/settings?tab=monitor');
  await page.getByRole('slider', { name: 'Check interval' }).press('End');
  const saved = page.getByText('Monitor settings updated successfully');
  await pressesOnce(page, saveButton(page), '/settings/monitors', saved);
});

it('a button whose call fails keeps the focus, to try again', async ({ freshTab }) => {
  const page = await freshTab(owner, '/monitor/new');
  await nameField(page).fill('Shop');
  await openModal(page);
  await urlAt(page, 1).fill('kept.farwatch.test');
  await addAll(page);
  await failApi(page, '/monitors', 500);
  const failed = page.getByRole('alert').getByText('Failed to create monitor. Please try again.');
  await pressesOnce(page, button(page, 'Create'), '/monitors', failed);
});

it('what is focused on a phone is not under the buttons at the foot of the form', async ({ freshTab }) => {
  const page = await freshTab(owner, '/monitor/new', { width: 390, height: 844 });
  await openModal(page);
  await paste(urlAt(page, 1), Array.from({ length: 8 }, (_, index) => `s${index}.farwatch.test`).join('\n'));
  await addAll(page);
  await expectFocused(button(page, 'Add URL'));
  const foot = await button(page, 'Create').boundingBox();
  for (let index = 0; index < 8; index += 1) {
    for (const name of ['Edit', 'Remove']) {
      await page.keyboard.press('Tab');
      const focused = button(page, `${name} https://s${index}.farwatch.test/`);
      await expectFocused(focused);
      const box = await focused.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), `${name} ${index}`).toBeLessThanOrEqual(foot?.y ?? 0);
    }
  }
});

it('the focus goes with who goes from one frame to another: signing in, to the checkout and back', async ({
  ownWindow,
}) => {
  const page = await ownWindow(null, '/login');
  await submitSignIn(page, owner);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await expectFocused(main(page));
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Choose Standard' }).press('Enter');
  await page.getByRole('heading', { name: 'Standard plan' }).waitFor();
  await expectFocused(main(page));
  await page.getByRole('link', { name: 'Back to Settings' }).press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await expectFocused(main(page));
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  await page.getByPlaceholder('Email or phone number').waitFor();
  await expectFocused(main(page));
});
