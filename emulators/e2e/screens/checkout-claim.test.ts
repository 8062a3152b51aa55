import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { signIn, submitSignIn, submitSignUp } from '../testing/browser.ts';
import { proceed, sendPaymentStates } from '../testing/checkout-screen.ts';
import { mailedCode } from '../testing/mail.ts';

const { origin, targets } = addressesFromEnv();

/** Orders Professional, signed out; returns the invoice's id. */
async function order(page: Page): Promise<string> {
  await page.goto(`${origin}/checkout?planName=Professional&planPrice=20`);
  return proceed(page);
}

const stored = (page: Page) => page.evaluate("localStorage.getItem('claims')");
const plan = (page: Page) => page.getByRole('region', { name: 'Plan' });

it('leads from the landing page to a plan paid signed out, an account and its first monitor', async ({ freshTab }) => {
  const email = `journey${Date.now()}@farwatch.test`;
  const page = await freshTab(null, '/');
  await page.getByRole('link', { name: 'Start Free' }).first().waitFor();
  await order(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByText('One last step: sign in or create an account in this browser.').waitFor();
  await expectAccessible(page);
  const other = await page.context().newPage();
  await other.goto(`${origin}/payment-success`);
  await other.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await other.close();
  await page.goto(`${origin}/`);
  await page.getByRole('link', { name: 'Start Free' }).first().click();
  await submitSignUp(page, email);
  await page.getByText('A verification link has been sent to your email. Please check your inbox.').waitFor();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await submitSignIn(page, { email, password: 'secret-1' });
  await page.getByText('Verification email sent!').waitFor();
  await expect.poll(() => stored(page)).not.toBeNull();
  await page.goto(`${origin}/verify-email?mode=verifyEmail&oobCode=${await mailedCode(email)}`);
  await page.getByRole('button', { name: 'Continue Now' }).click();
  await page.getByText('No monitors found').waitFor();
  await expect.poll(() => stored(page)).toBeNull();

  await page.getByRole('link', { name: 'Create monitor' }).first().click();
  await page.getByLabel('Monitor Name').fill('My shop');
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill(`${targets}/ok`);
  await dialog.getByRole('button', { name: 'Verify URLs' }).click();
  await dialog.getByRole('button', { name: 'Add URL', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Taiwan' }).press('Space');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('My shop').first().waitFor();
  await page.goto(`${origin}/settings`);
  await plan(page).getByText('Professional').waitFor();
  await plan(page).getByText('Active').waitFor();
  await page.getByRole('region', { name: 'Payments' }).getByText('Paid', { exact: true }).waitFor();
});

it('assigns the plan to the first account that signs in, even if the claim fails at first', async ({ freshTab }) => {
  const [first, second] = [await makeAccount('Fay First'), await makeAccount('Sam Second')];
  const page = await freshTab(null, '/favicon.svg');
  const invoice = await order(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Checkout was cancelled. Nothing was paid.').waitFor();
  await page.goto(`${origin}/payment-success`);
  await page.getByRole('heading', { name: 'Payment not received yet' }).waitFor();
  expect(await page.getByText('Your subscription is now active.').count()).toBe(0);
  await sendPaymentStates(invoice, 'finished');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.goto(origin);
  const restore = await failApi(page, '/payments/claim', 404);
  const refused = page.waitForResponse('**/api/payments/claim');
  await signIn(page, first);
  await refused;
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByPlaceholder('Email or phone number').waitFor();
  await restore();

  await signIn(page, second);
  await page.goto(`${origin}/settings`);
  await plan(page).getByText('No plan yet').waitFor();
  await expect.poll(() => stored(page)).toContain(first.uid);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByPlaceholder('Email or phone number').waitFor();

  await signIn(page, first);
  await expect.poll(() => stored(page)).toBeNull();
  await page.goto(`${origin}/settings`);
  await plan(page).getByText('Professional').waitFor();
});

it('retries a failed claim automatically, and claims once from two tabs', async ({ freshTab }) => {
  const account = await makeAccount();
  const page = await freshTab(null, '/favicon.svg');
  const invoice = await order(page);
  await sendPaymentStates(invoice, 'finished');
  const restore = await failApi(page, '/payments/claim', 'offline');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/payments/claim'));
  await signIn(page, account);
  await failed;
  await restore();
  const other = await page.context().newPage();
  await other.goto(`${origin}/settings`);
  await plan(other).getByText('Professional').waitFor();
  await expect.poll(() => stored(page)).toBeNull();
});

it('discards an invalid claim', async ({ freshTab }) => {
  const account = await makeAccount();
  const page = await freshTab(null, '/login');
  const claims = [{ claim: 'abc.def', untilMs: Date.now() + 60_000_000, uid: null }];
  await page.evaluate(`localStorage.setItem('claims', ${JSON.stringify(JSON.stringify(claims))})`);
  await signIn(page, account);
  await expect.poll(() => stored(page)).toBeNull();
});

it('returns to the plan after a sign-in during checkout', async ({ freshTab }) => {
  const account = await makeAccount();
  const page = await freshTab(null, '/checkout?planName=Professional&planPrice=20');
  await page.getByRole('link', { name: 'Sign in first' }).click();
  await submitSignIn(page, account);
  await page.getByText(`The plan goes to your account ${account.email}.`).waitFor();
  await page.getByRole('heading', { name: 'Professional plan' }).waitFor();
});
