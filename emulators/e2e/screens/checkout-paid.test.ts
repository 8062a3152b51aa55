import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { goInApp } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { proceed, sendPaymentStates } from '../testing/checkout-screen.ts';

const { origin } = addressesFromEnv();
const PROFESSIONAL = '/checkout?planName=Professional&planPrice=20';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const plan = (page: Page) => page.getByRole('region', { name: 'Plan' });
const history = (page: Page) => page.getByRole('region', { name: 'Payments' });

async function toSettings(page: Page): Promise<void> {
  await page.goto(`${origin}/settings`);
  await plan(page).waitFor();
}

it('shows a paid plan as active, and in Settings with its payment', async ({ tab }) => {
  const page = await tab(await makeAccount(), '/settings');
  await plan(page).getByText('No plan yet').waitFor();
  await history(page).getByText('No payments yet').waitFor();
  await plan(page).getByRole('link', { name: 'Choose Professional' }).click();
  await page.getByText('The plan goes to your account').waitFor();
  await proceed(page);
  await page.getByText('Farwatch Professional, Monthly subscription').waitFor();
  await press(page, 'Pay');
  await page.waitForURL(`${origin}/payment-success`);
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByText('Thank you for your purchase. Your subscription is now active.').waitFor();
  await page.getByText('Professional, until').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL('**/monitors');
  await toSettings(page);
  await plan(page).getByText('Active').waitFor();
  await plan(page).getByText('US$20.00').waitFor();
  await expect
    .poll(() => history(page).getByRole('listitem').allInnerTexts())
    .toMatchObject([expect.stringMatching(/^Paid\s+Professional\s+\w+ \d+, \d{4}\s+US\$20\.00$/)]);
  await page.goto(`${origin}/checkout?planName=Standard&planPrice=10`);
  await page.getByRole('status').getByText('It ends as soon as this payment arrives').waitFor();
  await expectAccessible(page);
  await goInApp(page, PROFESSIONAL);
  await page.getByRole('status').getByText('This adds a month to it.').waitFor();
});

it('returns to the same plan after a cancellation, also in another tab, with nothing paid', async ({ tab }) => {
  const payer = await tab(await makeAccount(), PROFESSIONAL);
  await proceed(payer);
  await payer.getByRole('link', { name: 'Cancel' }).click();
  await payer.getByText('Checkout was cancelled. Nothing was paid.').waitFor();
  await payer.getByRole('heading', { name: 'Professional plan' }).waitFor();
  await expectAccessible(payer);
  await toSettings(payer);
  await history(payer).getByText('No payments yet').waitFor();
  await payer.evaluate('sessionStorage.clear()');
  await payer.goto(`${origin}${PROFESSIONAL}&cancelled=1`);
  await payer.getByText('Checkout was cancelled. Nothing was paid.').waitFor();
  await payer.goto(`${origin}/payment-success`);
  await payer.getByRole('heading', { name: 'Payment not received yet' }).waitFor();
});

it('offers a retry for the same plan after a failed payment', async ({ tab }) => {
  const payer = await tab(await makeAccount(), PROFESSIONAL);
  await proceed(payer);
  await press(payer, 'Fail');
  await payer.getByText('The payment is failed.').waitFor();
  await payer.goto(`${origin}/payment-success`);
  await payer.getByRole('heading', { name: 'Payment failed' }).waitFor();
  await payer.getByRole('link', { name: 'Try again' }).click();
  await payer.getByRole('heading', { name: 'Professional plan' }).waitFor();
});

it('shows a partial payment without a plan; the rest activates it, and a refund ends it', async ({ tab }) => {
  const payer = await tab(await makeAccount(), PROFESSIONAL);
  await proceed(payer);
  await press(payer, 'Pay partly');
  await payer.getByText('The payment is partially paid.').waitFor();
  await payer.getByRole('link', { name: 'Cancel' }).click();
  await payer.getByText('You left the payment page. Your payment so far: Partly paid.').waitFor();
  await payer.goto(`${origin}/payment-success`);
  await payer.getByRole('heading', { name: 'Partly paid' }).waitFor();
  await payer.getByText('US$10.00 of US$20.00 is still missing').waitFor();
  await expectAccessible(payer);
  await toSettings(payer);
  await history(payer).getByText('Partly paid').waitFor();
  await plan(payer).getByText('No plan yet').waitFor();
  await history(payer).getByRole('link', { name: 'US$10.00 missing' }).click();
  const invoice = new URL(payer.url()).pathname.replace('/invoice/', '');
  await press(payer, 'Pay the rest');
  await payer.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await payer.getByText('Professional, until').waitFor();
  await sendPaymentStates(invoice, 'refunded');
  await payer.getByRole('heading', { name: 'Partly paid' }).waitFor();
  await payer.getByRole('link', { name: 'Open the invoice' }).waitFor();
});

it('follows a payment that is not confirmed yet', async ({ tab }) => {
  const payer = await tab(await makeAccount(), PROFESSIONAL);
  const invoice = await proceed(payer);
  await payer.goto(`${origin}/payment-success`);
  await payer.getByRole('heading', { name: 'Payment not received yet' }).waitFor();
  expect(await payer.getByText('Your subscription is now active.').count()).toBe(0);
  await sendPaymentStates(invoice, 'confirming');
  await payer.getByRole('heading', { name: 'Payment is being confirmed' }).waitFor();
  await expectAccessible(payer);
  await sendPaymentStates(invoice, 'finished');
  await payer.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await sendPaymentStates(invoice, 'refunded');
  await payer.getByRole('heading', { name: 'Payment refunded' }).waitFor();
  await toSettings(payer);
  await history(payer).getByText('Refunded').waitFor();
  await plan(payer).getByText('No plan yet').waitFor();
});
