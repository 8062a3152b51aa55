import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi, holdApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { submitSignIn } from '../testing/browser.ts';
import { addAll, button, expectFocused, nameField, openModal, paste, urlAt } from '../testing/monitor-form-screen.ts';
import { saveButton } from '../testing/settings-screen.ts';

let owner: Account;
beforeAll(async () => {
  owner = await makeAccount();
});

const main = (page: Page) => page.getByRole('main');

/** Presses Enter twice on a button with a slow call: it calls once and keeps its focus until `after` is shown. */
async function expectSingleCall(page: Page, target: Locator, path: string, after: Locator): Promise<void> {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname === `/api${path}`) calls += 1;
  });
  const release = await holdApi(page, path);
  await target.press('Enter');
  await expect.poll(() => target.isDisabled()).toBe(true);
  await target.press('Enter');
  await expectFocused(target);
  release();
  await after.waitFor();
  await expectFocused(target);
  expect(calls).toBe(1);
}

it('a busy button keeps the focus, even after everything is saved', async ({ freshTab }) => {
  const page = await freshTab(owner, '/settings?tab=monitor');
  await page.getByRole('slider', { name: 'Check interval' }).press('End');
  const saved = page.getByText('Monitor settings updated successfully');
  await expectSingleCall(page, saveButton(page), '/settings/monitors', saved);
});

it('a button keeps the focus after a failed call', async ({ freshTab }) => {
  const page = await freshTab(owner, '/monitor/new');
  await nameField(page).fill('Shop');
  await openModal(page);
  await urlAt(page, 1).fill('kept.farwatch.test');
  await addAll(page);
  await failApi(page, '/monitors', 500);
  const failed = page.getByRole('alert').getByText('Failed to create monitor. Please try again.');
  await expectSingleCall(page, button(page, 'Create'), '/monitors', failed);
});

it('a focused element on a phone is not covered by the form’s bottom bar', async ({ freshTab }) => {
  const page = await freshTab(owner, '/monitor/new', { width: 390, height: 844 });
  await openModal(page);
  await paste(urlAt(page, 1), Array.from({ length: 8 }, (_, index) => `s${index}.farwatch.test`).join('\n'));
  await addAll(page);
  await expectFocused(button(page, 'Add URL'));
  const bar = await button(page, 'Create').boundingBox();
  for (let index = 0; index < 8; index += 1) {
    for (const name of ['More: check options of', 'Edit', 'Remove']) {
      await page.keyboard.press('Tab');
      const focused = button(page, `${name} https://s${index}.farwatch.test/`);
      await expectFocused(focused);
      const box = await focused.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), `${name} ${index}`).toBeLessThanOrEqual(bar?.y ?? 0);
    }
  }
});

it('moves the focus to the main content after sign-in, to the checkout and back', async ({ ownWindow }) => {
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
