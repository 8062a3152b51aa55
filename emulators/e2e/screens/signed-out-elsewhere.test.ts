import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { signIn } from '../testing/browser.ts';

const { origin } = addressesFromEnv();

const name = (page: Page) => page.getByLabel('Monitor Name');
const question = (page: Page) => page.getByRole('alertdialog', { name: 'You Are Signed Out' });

/** A form with something typed in it, whose account has then been signed out in the tab beside it. */
const it = base.extend('signedOut', ({ ownWindow }) => async () => {
  const account = await makeAccount();
  const form = await ownWindow(account, '/monitor/new');
  await name(form).fill('Half done');
  const beside = await form.context().newPage();
  await beside.goto(`${origin}/monitors`);
  await beside.getByRole('button', { name: 'Logout' }).click();
  await beside.waitForURL('**/login');
  await question(form).waitFor();
  return { account, form, beside };
});

it('a form that is not saved stays while its account is signed out in another tab, and can be saved after a sign-in', async ({
  signedOut,
}) => {
  const { account, form, beside } = await signedOut();
  await expectAccessible(form);
  await form.keyboard.press('Escape');
  expect(await question(form).isVisible()).toBe(true);
  await signIn(beside, account);
  await question(form).waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Add URL' }).click();
  await form.getByRole('dialog').getByRole('textbox').first().fill('half.farwatch.test');
  await form.getByRole('button', { name: 'Verify URLs' }).click();
  await form.getByRole('dialog').getByRole('button', { name: 'Add URL' }).click();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.getByRole('heading', { level: 1, name: 'Half done' }).waitFor();
});

it('is left for the sign-in page by choice', async ({ signedOut }) => {
  const { form } = await signedOut();
  await question(form).getByRole('button', { name: 'Leave' }).click();
  await form.waitForURL('**/login');
  await question(form).waitFor({ state: 'detached' });
});

it('another account that signs in finds nothing of it', async ({ signedOut }) => {
  const { form, beside } = await signedOut();
  await signIn(beside, await makeAccount());
  await question(form).waitFor({ state: 'detached' });
  await form.waitForURL('**/monitor/new');
  await expect.poll(() => name(form).inputValue()).toBe('');
});

it('without unsaved changes the sign-in page is shown at once', async ({ ownWindow }) => {
  const page = await ownWindow(await makeAccount(), '/monitor/new');
  await name(page).waitFor();
  const beside = await page.context().newPage();
  await beside.goto(`${origin}/monitors`);
  await beside.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  expect(await question(page).count()).toBe(0);
});
