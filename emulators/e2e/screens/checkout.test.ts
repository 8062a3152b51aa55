import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { it as base } from '../testing/app-test.ts';
import { proceed, proceedButton } from '../testing/checkout-screen.ts';

const { origin } = addressesFromEnv();
const PROFESSIONAL = '/checkout?planName=Professional&planPrice=20';
/** Opens checkout signed out. */
const it = base.extend('order', ({ tab }) => async (path: string) => {
  const page = await tab(null, path);
  await page.getByRole('link', { name: 'Back to home' }).waitFor();
  return page;
});

describe('the order', () => {
  it('is Standard at 25 by default', async ({ order }) => {
    const page = await order('/checkout');
    const summary = page.getByRole('region', { name: 'Order summary' });
    const read = (await summary.innerText()).split('\n').filter((line) => line.trim() !== '');
    expect(read).toEqual([
      'Standard plan',
      'US$25.00 / mo',
      'This is the Custom Plan. It is sold as the Standard plan at US$25.00 a month, and what it includes is agreed by email: write to hello@farwatch.example before you pay.',
      'Monthly subscription',
      'US$25.00',
      'Subtotal',
      'US$25.00',
      'Tax',
      'US$0.00',
      'Total Due Today',
      'US$25.00',
      'Pays for one month. Does not renew automatically. Compare all plans',
    ]);
  });

  it('is the plan in the navigation state, also after a reload', async ({ tab }) => {
    const page = await tab(null, '/login');
    const state = { usr: { planName: 'Professional', planPrice: 20 }, key: 'k', idx: 0 };
    await page.evaluate(`history.replaceState(${JSON.stringify(state)}, '', '/checkout')`);
    await page.reload();
    await page.getByRole('heading', { name: 'Professional plan' }).waitFor();
  });

  it('is refused for a plan that is not for sale, with the plans that are', async ({ order }) => {
    const page = await order('/checkout?planName=Standard&planPrice=1');
    await page.getByRole('heading', { name: 'This plan is not available' }).waitFor();
    expect(await proceedButton(page).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Choose Professional' }).click();
    await page.getByText('US$20.00').first().waitFor();
    await proceedButton(page).waitFor();
  });

  it('needs a total', async ({ order }) => {
    const page = await order('/checkout?planName=Standard&planPrice=0');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Cart total must be greater than zero.').waitFor();
    expect(requests.filter((url) => url.includes('/payment/'))).toEqual([]);
    await expectAccessible(page);
  });
});

describe('a failure', () => {
  const answer = (status: number, body: object) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  });

  it.for([
    ['no connection', null, 'Network error. Please check your connection'],
    [
      'no invoice',
      answer(502, { error: 'x', code: 'invoice_missing' }),
      'Failed to retrieve invoice URL from the server.',
    ],
    [
      'an invoice without an address',
      answer(200, { id: 'a', claim: null, claimUntil: null }),
      'Failed to retrieve invoice URL from the server.',
    ],
    [
      'a provider that fails',
      answer(502, { error: 'x', code: 'payment_failed' }),
      'An unknown checkout error occurred.',
    ],
    ['an invalid response', answer(200, {}), 'An unknown checkout error occurred.'],
    [
      'a refusal',
      answer(400, { error: 'The plan is sold out', code: 'invalid' }),
      'Some of what you entered is not valid.',
    ],
    ['something else', { status: 503, body: '' }, 'Server error occurred. Please try again'],
  ] as const)('is shown and can be retried: %s', async ([, response, message], { order }) => {
    const page = await order(PROFESSIONAL);
    await page.route('**/payment/create', (route) => (response ? route.fulfill(response) : route.abort()));
    await proceedButton(page).click();
    await page.getByRole('alert').getByText(message).waitFor();
    await page.getByText('Nothing was charged. Please try again in a few minutes.').waitFor();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
    await expect.poll(() => new URL(page.url()).origin).toBe(origin);
    await page.unroute('**/payment/create');
  });

  it('of the browser’s storage is shown before the order is created', async ({ ownWindow }) => {
    const page = await ownWindow(null, PROFESSIONAL);
    await page.evaluate("Storage.prototype.setItem = () => { throw new Error('refused') }");
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Sign in first, then pay.').waitFor();
  });

  it('to store the order’s secret is shown before the payer leaves', async ({ ownWindow }) => {
    const page = await ownWindow(null, PROFESSIONAL);
    const full = "(key, value) => { if (key === 'claims' && value.length > 2) throw new Error('full') }";
    await page.evaluate(`Storage.prototype.setItem = ${full}`);
    const made = page.waitForResponse('**/payment/create');
    await proceedButton(page).click();
    expect((await made).status()).toBe(200);
    await page.getByRole('alert').getByText('Sign in first, then pay.').waitFor();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
    await expect.poll(() => new URL(page.url()).origin).toBe(origin);
  });

  it('never leaves the button busy after going back from the provider', async ({ freshTab }) => {
    const page = await freshTab(null, PROFESSIONAL);
    await page.route('**/payment/create', () => {});
    await proceedButton(page).click();
    await page.getByRole('button', { name: 'Processing...' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Processing...' }).isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.reload();
    await proceed(page);
    await page.goBack();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
  });

  it('keeps the link to the home page', async ({ order }) => {
    const page = await order(PROFESSIONAL);
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL(`${origin}/`);
  });
});
