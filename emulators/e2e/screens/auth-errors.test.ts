import { getAuth } from 'firebase-admin/auth';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { submitSignIn, submitSignUp } from '../testing/browser.ts';
import { mailedCode } from '../testing/mail.ts';

const { origin } = addressesFromEnv();
const IDENTITY = '**/identitytoolkit.googleapis.com/**';

const it = base.extend('open', ({ tab }) => async (path: string) => {
  const page = await tab(null, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
});

const expectAlert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('signing in', () => {
  it('shows what is missing, wrong, disabled or unreachable, and keeps the input', async ({ open }) => {
    const account = await makeAccount();
    const page = await open('/login');
    await press(page, 'Sign in');
    await expectAlert(page, 'Please enter both email and password');
    await submitSignIn(page, { email: 'missing@farwatch.test', password: 'farwatch-e2e' });
    await expectAlert(page, 'Invalid email or password. Please try again.');
    await expect.poll(() => page.getByPlaceholder('Email or phone number').inputValue()).toBe('missing@farwatch.test');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await page.route(IDENTITY, (route) => route.abort());
    await submitSignIn(page, account);
    await expectAlert(page, 'Login failed. Please try again.');
    await page.unroute(IDENTITY);
    await getAuth().updateUser(account.uid, { disabled: true });
    await submitSignIn(page, account);
    await expectAlert(page, 'This account has been disabled. Please contact support.');
    await expectAccessible(page);
  });

  it('shows that Google cannot be reached, and can be retried', async ({ open }) => {
    const page = await open('/login');
    await page.context().route(/apis\.google\.com|__\/auth/, (route) => route.abort());
    await press(page, 'Sign in with Google');
    await expectAlert(page, 'Google login failed. Please try again or use email login instead.');
    await expect.poll(() => page.getByRole('button', { name: 'Sign in with Google' }).isEnabled()).toBe(true);
  });

  it('sends a link for a new password, and shows where it went or why it failed', async ({ open }) => {
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
    await address.fill('missing@farwatch.test');
    await press(page, 'Send link');
    await dialog.getByText('If missing@farwatch.test has an account').waitFor();
  });
});

describe('signing up', () => {
  it('shows what is missing, wrong, taken or unreachable, and keeps the input', async ({ open }) => {
    const account = await makeAccount();
    const page = await open('/signup');
    await press(page, 'Sign up');
    await expectAlert(page, 'Please fill in all fields');
    await submitSignUp(page, account.email, 'secret-1', 'secret-2');
    await expectAlert(page, 'Passwords do not match');
    await submitSignUp(page, account.email, 'short');
    await expectAlert(page, 'Password must be at least 6 characters long');
    await submitSignUp(page, account.email);
    await expectAlert(page, 'This email address is already in use. Please use a different email or login.');
    await submitSignUp(page, 'no address');
    await expectAlert(page, 'Please enter a valid email address.');
    await page.route(IDENTITY, (route) => route.abort());
    await submitSignUp(page, `new${account.email}`);
    await expectAlert(page, 'Failed to create account. Please try again.');
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Sam');
    await expectAccessible(page);
  });

  it('shows that Google cannot be reached', async ({ open }) => {
    const page = await open('/signup');
    await page.context().route(/apis\.google\.com|__\/auth/, (route) => route.abort());
    await press(page, 'Sign up with Google');
    await page.getByRole('alert').getByText('Google').waitFor();
  });
});

describe('verifying', () => {
  it('shows a timeout after 10 s, and an invalid link', async ({ open, ownWindow }) => {
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
