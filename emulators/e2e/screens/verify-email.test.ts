import { getAuth } from 'firebase-admin/auth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { submitSignIn, submitSignUp } from '../testing/browser.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { mailedCode, mailedLink } from '../testing/mail.ts';

const MAIL = '**/accounts:sendOobCode*';
const APPLY = '**/accounts:update*';
const { origin } = addressesFromEnv();

const it = base.extend('open', ({ tab }) => async (path: string) => {
  const page = await tab(null, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
});

async function makeUnverified(): Promise<Account> {
  const account = await makeAccount();
  await getAuth().updateUser(account.uid, { emailVerified: false });
  return account;
}

const verified = (page: Page) => page.getByRole('heading', { name: 'Email Verified' });
const email = (page: Page) => page.getByPlaceholder('Email or phone number');

it('shows the mail’s recipient, resends it after a minute, and continues once its link was opened elsewhere', async ({
  ownWindow,
}) => {
  const account = await makeUnverified();
  const page = await ownWindow(null, '/login');
  await page.clock.install();
  await submitSignIn(page, account);
  await page.getByRole('heading', { name: 'Verification email sent!' }).waitFor();
  await page.getByText(`We sent it to ${account.email}.`).waitFor();
  await page.getByText('check your spam folder').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Resend in \d+ s$/ }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  const first = await mailedLink(account.email);
  await page.clock.fastForward(60_000);
  await page.route(MAIL, (route) => route.abort());
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByText('The email could not be sent: no internet connection. Please try again.').waitFor();
  await page.unroute(MAIL);
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByText(`Sent again to ${account.email}.`).waitFor();
  expect(await mailedLink(account.email)).not.toBe(first);
  await getAuth().updateUser(account.uid, { emailVerified: true });
  await page.clock.fastForward(5_000);
  await page.getByText('No monitors found').waitFor();
});

it('does not claim to have sent a mail that failed', async ({ open }) => {
  const account = await makeUnverified();
  const page = await open('/verify-email');
  await page.getByText('To get a new one, sign in.').waitFor();
  expect(await page.getByText('Verification email sent!').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await page.route(MAIL, (route) => route.abort());
  await submitSignIn(page, account);
  await page.getByText(`${account.email} is not verified yet.`).waitFor();
  expect(await page.getByText('Verification email sent!').count()).toBe(0);
  await page.unroute(MAIL);
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByRole('heading', { name: 'Verification email sent!' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Verification email sent!' }).waitFor();
});

it('leads from the mail’s link, opened signed out, to a sign-in with the address filled in', async ({
  open,
  ownWindow,
}) => {
  const address = `linked${Date.now()}@farwatch.test`;
  const page = await open('/signup');
  await submitSignUp(page, address);
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await expect.poll(() => email(page).inputValue()).toBe(address);
  const other = await ownWindow(null, '/login');
  await other.goto(await mailedLink(address));
  await other.getByText('Email Verified').waitFor();
  await other.getByText('you will be asked for your password first').waitFor();
  await other.getByRole('button', { name: 'Continue Now' }).click();
  await other.waitForURL('**/login');
  await other.getByText(`${address} is verified. Sign in to continue.`).waitFor();
  await expect.poll(() => email(other).inputValue()).toBe(address);
  await expectAccessible(other);
  await other.getByLabel('Password', { exact: true }).fill('secret-1');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByText('No monitors found').waitFor();
});

it('accepts a link opened again if its account is signed in or this tab verified it, and otherwise shows what to do', async ({
  ownWindow,
}) => {
  const account = await makeUnverified();
  const page = await ownWindow(null, '/login');
  await submitSignIn(page, account);
  await page.getByRole('heading', { name: 'Verification email sent!' }).waitFor();
  const path = `/verify-email?mode=verifyEmail&oobCode=${await mailedCode(account.email)}`;
  const link = `${origin}${path}`;
  await page.route(APPLY, (route) => route.abort());
  await page.goto(link);
  await page.getByText('An error occurred during email verification.').waitFor();
  await page.unroute(APPLY);
  const signedOut = await ownWindow(null, path);
  for (const tab of [signedOut, page, signedOut, page]) {
    await tab.goto(link);
    await verified(tab).waitFor();
  }
  await page.getByRole('button', { name: 'Continue Now' }).click();
  await page.getByText('No monitors found').waitFor();
  await page.goto(link);
  await verified(page).waitFor();
  const elsewhere = await ownWindow(null, path);
  await elsewhere.getByText('If you opened this link before, sign in as usual.').waitFor();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('link', { name: 'Back to Login' }).click();
  await submitSignIn(elsewhere, account);
  await elsewhere.getByText('No monitors found').waitFor();
});
