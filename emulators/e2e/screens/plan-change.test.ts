import { DAY_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { it } from '../testing/app-test.ts';
import { proceedButton } from '../testing/checkout-screen.ts';

const CHECKOUT = '/checkout?planName=Standard&planPrice=10';
const plan = (page: Page) => page.getByRole('region', { name: 'Plan' });
const payer = (until: number) =>
  makeAccount('Paula Payer', { plan: { name: 'Professional', price: 20, since: Date.now() - DAY_MS, until } });

it('explains the effect of another month or another plan before it is bought', async ({ tab }) => {
  const page = await tab(await payer(Date.now() + 20 * DAY_MS), '/settings');
  const back = page.getByRole('link', { name: 'Back to Settings' });
  await plan(page).getByText('Active').waitFor();
  await plan(page).getByText('Your current plan ends then, and its remaining time is not carried over.').waitFor();
  expect(await plan(page).getByRole('link').allInnerTexts()).toEqual([
    'Add another month',
    'Choose',
    'Compare all plans',
  ]);
  await expectAccessible(page);
  await plan(page).getByRole('link', { name: 'Choose Standard' }).click();
  await page.getByText('It ends as soon as this payment arrives').waitFor();
  await expectAccessible(page);
  await back.click();
  await plan(page).getByRole('link', { name: 'Add another month' }).click();
  await page.getByText('This adds a month to it.').waitFor();
  await back.click();
  await plan(page).waitFor();
});

it('enables the payment only after showing the effect on the current plan, or that it is unknown', async ({
  freshTab,
}) => {
  const page = await freshTab(await payer(Date.now() + 20 * DAY_MS), '/payment-success');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/settings', async (route) => {
    await held.promise;
    await route.fulfill({ status: 500, contentType: 'text/plain', body: 'made to fail' });
  });
  await page.goto(new URL(CHECKOUT, page.url()).href);
  const loadingButton = page.getByRole('button', { name: 'Loading...' });
  await loadingButton.waitFor();
  expect(await loadingButton.isDisabled()).toBe(true);
  held.resolve();
  await page.getByText('Could not look up your plan.').waitFor();
  await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
  await page.unrouteAll();
  await page.getByText('It ends as soon as this payment arrives').waitFor();
});

it('shows a plan as ended within seconds of its end', async ({ tab }) => {
  const soon = Date.now() + 8 * SECOND_MS;
  // The test avoids the full minute, when everything is rendered again.
  const until = soon % MINUTE_MS > MINUTE_MS / 2 ? soon - (soon % MINUTE_MS) + MINUTE_MS + 5 * SECOND_MS : soon;
  const page = await tab(await payer(until), '/settings');
  await plan(page).getByText('Active').waitFor();
  await plan(page).getByText('Ended', { exact: true }).waitFor();
  expect(Date.now() - until).toBeLessThan(10 * SECOND_MS);
  await plan(page).getByRole('link', { name: 'Choose Professional' }).waitFor();
});
