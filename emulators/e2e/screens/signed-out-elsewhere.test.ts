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

/** A form with input, whose account was then signed out in the tab `other`. */
const it = base.extend('signedOut', ({ ownWindow }) => async () => {
  const account = await makeAccount();
  const form = await ownWindow(account, '/monitor/new');
  await name(form).fill('Half done');
  const other = await form.context().newPage();
  await other.goto(`${origin}/monitors`);
  await other.getByRole('button', { name: 'Logout' }).click();
  await other.waitForURL('**/login');
  await question(form).waitFor();
  return { account, form, other };
});

it('keeps an unsaved form while its account is signed out in another tab, and saves it after a sign-in', async ({
  signedOut,
}) => {
  const { account, form, other } = await signedOut();
  await expectAccessible(form);
  await form.keyboard.press('Escape');
  expect(await question(form).isVisible()).toBe(true);
  await signIn(other, account);
  await question(form).waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Add URL' }).click();
  await form.getByRole('dialog').getByRole('textbox').first().fill('half.farwatch.test');
  await form.getByRole('button', { name: 'Verify URLs' }).click();
  await form.getByRole('dialog').getByRole('button', { name: 'Add URL' }).click();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.getByRole('heading', { level: 1, name: 'Half done' }).waitFor();
});

it('opens the sign-in page on request', async ({ signedOut }) => {
  const { form } = await signedOut();
  await question(form).getByRole('button', { name: 'Leave' }).click();
  await form.waitForURL('**/login');
  await question(form).waitFor({ state: 'detached' });
});

it('shows nothing of it to another account', async ({ signedOut }) => {
  const { form, other } = await signedOut();
  await signIn(other, await makeAccount());
  await question(form).waitFor({ state: 'detached' });
  await form.waitForURL('**/monitor/new');
  await expect.poll(() => name(form).inputValue()).toBe('');
});

it('opens the sign-in page immediately if nothing is unsaved', async ({ ownWindow }) => {
  const page = await ownWindow(await makeAccount(), '/monitor/new');
  await name(page).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${origin}/monitors`);
  await other.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  expect(await question(page).count()).toBe(0);
});
