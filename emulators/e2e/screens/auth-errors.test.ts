import { getAuth } from 'firebase-admin/auth';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { mailedCode } from '../testing/mail.ts';

const { origin } = addressesFromEnv();
const IDENTITY = '**/identitytoolkit.googleapis.com/**';

const it = base.extend('open', ({ tab }) => async (path: string) => {
  const page = await tab(null, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
});

const said = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('signing in', () => {
  async function signIn(page: Page, email: string, password: string): Promise<void> {
    await page.getByPlaceholder('Email or phone number').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Sign in');
  }

  it('says what is missing, wrong, disabled, or not to be reached', async ({ open }) => {
    const account = await makeAccount();
    const page = await open('/login');
    await press(page, 'Sign in');
    await said(page, 'Please enter both email and password');
    await signIn(page, 'nobody@farwatch.test', 'farwatch-e2e');
    await said(page, 'Invalid email or password. Please try again.');
    await page.route(IDENTITY, (route) => route.abort());
    await signIn(page, account.email, account.password);
    await said(page, 'Login failed. Please try again.');
    await page.unroute(IDENTITY);
    await getAuth().updateUser(account.uid, { disabled: true });
    await signIn(page, account.email, account.password);
    await said(page, 'This account has been disabled. Please contact support.');
    await expectAccessible(page);
  });

  it('says so when Google cannot be reached, and does so again', async ({ open }) => {
    const page = await open('/login');
    await page.context().route(/apis\.google\.com|__\/auth/, (route) => route.abort());
    await press(page, 'Sign in with Google');
    await said(page, 'Google login failed. Please try again or use email login instead.');
    await expect.poll(() => page.getByRole('button', { name: 'Sign in with Google' }).isEnabled()).toBe(true);
  });

  it('asks for the address to send a link for a new password to, says where it went, and why it did not', async ({
    open,
  }) => {
    const account = await makeAccount();
    const page = await open('/login');
    await page.getByPlaceholder('Email or phone number').fill('not an address');
    await press(page, 'Forgot password?');
    const dialog = page.getByRole('dialog', { name: 'Reset password' });
    const address = dialog.getByLabel('Email');
    await expect.poll(() => address.inputValue()).toBe('not an address');
    const failed = (text: string) => dialog.getByText(text, { exact: true }).waitFor();
    await press(page, 'Send link');
    await failed('Please enter a valid email address.');
    await address.fill('');
    await press(page, 'Send link');
    await failed('Enter your email address.');
    await expectAccessible(page);
    await address.fill(account.email);
    await page.route(IDENTITY, (route) => route.abort());
    await press(page, 'Send link');
    await failed('No internet connection. Please check it and try again.');
    await page.unroute(IDENTITY);
    await address.press('Enter');
    await dialog.getByText(`If ${account.email} has an account, a link to set a new password is on its way.`).waitFor();
    expect(await mailedCode(account.email)).not.toBe('');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await press(page, 'Forgot password?');
    await address.fill('nobody@farwatch.test');
    await press(page, 'Send link');
    await dialog.getByText('If nobody@farwatch.test has an account').waitFor();
  });
});

describe('signing up', () => {
  async function fill(page: Page, email: string, password = 'secret-1', confirm = password): Promise<void> {
    await page.getByLabel('First name').fill('Sam');
    await page.getByLabel('Last name').fill('Starter');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(confirm);
    await press(page, 'Sign up');
  }

  it('says what is missing, wrong, taken, or not to be reached, and keeps what was typed', async ({ open }) => {
    const account = await makeAccount();
    const page = await open('/signup');
    await press(page, 'Sign up');
    await said(page, 'Please fill in all fields');
    await fill(page, account.email, 'secret-1', 'secret-2');
    await said(page, 'Passwords do not match');
    await fill(page, account.email, 'short');
    await said(page, 'Password must be at least 6 characters long');
    await fill(page, account.email);
    await said(page, 'This email address is already in use. Please use a different email or login.');
    await fill(page, 'no address');
    await said(page, 'Please enter a valid email address.');
    await page.route(IDENTITY, (route) => route.abort());
    await fill(page, `new${account.email}`);
    await said(page, 'Failed to create account. Please try again.');
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Sam');
    await expectAccessible(page);
  });

  it('says so when Google cannot be reached', async ({ open }) => {
    const page = await open('/signup');
    await page.context().route(/apis\.google\.com|__\/auth/, (route) => route.abort());
    await press(page, 'Sign up with Google');
    await page.getByRole('alert').getByText('Google').waitFor();
  });
});

describe('verifying', () => {
  it('says so when it takes longer than 10 s, and when it cannot be reached', async ({ open, ownWindow }) => {
    const page = await ownWindow(null, '/favicon.svg');
    await page.route(IDENTITY, () => {});
    await page.clock.install();
    await page.goto(`${origin}/verify-email?mode=verifyEmail&oobCode=slow`);
    await page.getByText('Verifying your email address...').waitFor();
    await page.clock.fastForward(10_000);
    await page.getByText('Verification timed out. Please try clicking the verification link again.').waitFor();
    await expectAccessible(page);
    const other = await open('/verify-email?mode=verifyEmail&oobCode=nonsense');
    await other.getByText('Failed to verify email. The code may be invalid or expired.').waitFor();
    await other.getByRole('link', { name: 'Back to Login' }).click();
    await other.waitForURL('**/login');
  });
});
