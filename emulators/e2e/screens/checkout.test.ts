import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { newContext, openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { proceed, proceedButton, provider, warmPayments } from '../testing/checkout-screen.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';

const { origin } = addressesFromEnv();
const PROFESSIONAL = '/checkout?planName=Professional&planPrice=20';
const problems: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
  await warmPayments();
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

/** Signed out. */
async function open(path: string, view: View = {}): Promise<Page> {
  const context = await newContext(browser, view);
  context.on('weberror', (error) => problems.push(error.error().message));
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function openSignedIn(path: string): Promise<Page> {
  return openApp(browser, await makeAccount(), path, {}, problems);
}

const done = (page: Page) => page.context().close();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const plan = (page: Page) => page.getByRole('region', { name: 'Plan' });
const history = (page: Page) => page.getByRole('region', { name: 'Payments' });

async function toSettings(page: Page): Promise<void> {
  await page.goto(`${origin}/settings`);
  await plan(page).waitFor();
}

describe('the order', () => {
  it('is Standard at 25 by default, and goes home by the arrow', async () => {
    const page = await open('/checkout');
    const summary = page.getByRole('region', { name: 'Order summary' });
    const read = (await summary.innerText()).split('\n').filter((line) => line.trim() !== '');
    expect(read).toEqual([
      'Standard plan',
      'US$25.00 / mo',
      'Monthly subscription',
      'US$25.00',
      'Subtotal',
      'US$25.00',
      'Tax',
      'US$0.00',
      'Total Due Today',
      'US$25.00',
      'Pays for one month. Nothing renews by itself.',
    ]);
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL(`${origin}/`);
    await done(page);
  });

  it('is the plan that the navigation carries, also after a reload', async () => {
    const page = await open('/login');
    const state = { usr: { planName: 'Professional', planPrice: 20 }, key: 'k', idx: 0 };
    await page.evaluate(`history.replaceState(${JSON.stringify(state)}, '', '/checkout')`);
    await page.reload();
    await page.getByRole('heading', { name: 'Professional plan' }).waitFor();
    await done(page);
  });

  it('is refused where nobody sells the plan, with those that are sold', async () => {
    const page = await open('/checkout?planName=Standard&planPrice=1');
    await page.getByRole('heading', { name: 'This plan is not for sale' }).waitFor();
    expect(await proceedButton(page).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Choose Professional' }).click();
    await page.getByText('US$20.00').first().waitFor();
    await proceedButton(page).waitFor();
    await done(page);
  });

  it('needs a total', async () => {
    const page = await open('/checkout?planName=Standard&planPrice=0');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Cart total must be greater than zero.').waitFor();
    expect(asked.filter((url) => url.includes('/payment/'))).toEqual([]);
    await expectAccessible(page);
    await done(page);
  });
});

describe('what fails', () => {
  const answer = (status: number, body: object) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  });

  it.each([
    ['no connection', null, 'Network error. Please check your connection'],
    [
      'no invoice',
      answer(502, { error: 'x', code: 'invoice_missing' }),
      'Failed to retrieve invoice URL from the server.',
    ],
    [
      'an invoice without an address',
      answer(200, { id: 'a', claim: null, claim_until: null }),
      'Failed to retrieve invoice URL from the server.',
    ],
    [
      'a provider that fails',
      answer(502, { error: 'x', code: 'payment_failed' }),
      'An unknown checkout error occurred.',
    ],
    ['an answer that nobody agreed to', answer(200, {}), 'An unknown checkout error occurred.'],
    ['a refusal in words', answer(400, { error: 'The plan is sold out', code: 'invalid' }), 'The plan is sold out'],
    ['something else', { status: 503, body: '' }, 'Server error occurred. Please try again'],
  ])('%s is said, and can be tried again', async (_, answered, said) => {
    const page = await open(PROFESSIONAL);
    await page.route('**/payment/create', (route) => (answered ? route.fulfill(answered) : route.abort()));
    await proceedButton(page).click();
    await page.getByRole('alert').getByText(said).waitFor();
    await page.getByText('Nothing was charged. Please try again in a few minutes.').waitFor();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
    expect(new URL(page.url()).origin).toBe(origin);
    await done(page);
  });

  it('says so where the browser keeps nothing, before anything is ordered', async () => {
    const page = await open(PROFESSIONAL);
    await page.evaluate("Storage.prototype.setItem = () => { throw new Error('refused') }");
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Sign in first, then pay.').waitFor();
    await done(page);
  });

  it('is busy until the provider answers, and not when one goes back', async () => {
    const page = await open(PROFESSIONAL);
    await page.route('**/payment/create', () => {});
    await proceedButton(page).click();
    await page.getByRole('button', { name: 'Processing...' }).waitFor();
    expect(await page.getByRole('button', { name: 'Processing...' }).isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.reload();
    await proceed(page);
    await page.goBack();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
    await done(page);
  });
});

describe('signed in', () => {
  it('a plan is paid, said to be active, and in Settings with its payment', async () => {
    const page = await openSignedIn('/settings');
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
    expect(await history(page).getByRole('listitem').allInnerTexts()).toMatchObject([
      expect.stringMatching(/^Paid\s+Professional\s+\w+ \d+, \d{4}\s+US\$20\.00$/),
    ]);
    await done(page);
  });

  it('who comes back too early is told, and sees it change', async () => {
    const page = await openSignedIn(PROFESSIONAL);
    const invoice = await proceed(page);
    await page.goto(`${origin}/payment-success`);
    await page.getByRole('heading', { name: 'Payment not seen yet' }).waitFor();
    expect(await page.getByText('Your subscription is now active.').count()).toBe(0);
    await provider(invoice, 'confirming');
    await page.getByRole('heading', { name: 'Payment is being confirmed' }).waitFor();
    await expectAccessible(page);
    await provider(invoice, 'finished');
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await provider(invoice, 'refunded');
    await page.getByRole('heading', { name: 'Payment refunded' }).waitFor();
    await toSettings(page);
    await history(page).getByText('Refunded').waitFor();
    await plan(page).getByText('No plan yet').waitFor();
    await done(page);
  });

  it('what was paid only partly, and then cancelled, is said, and makes no plan', async () => {
    const page = await openSignedIn(PROFESSIONAL);
    await proceed(page);
    await press(page, 'Pay partly');
    await page.getByText('The payment is partially paid.').waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('You left the payment page. Your payment so far: Partly paid.').waitFor();
    await page.goto(`${origin}/payment-success`);
    await page.getByRole('heading', { name: 'Only a part was paid' }).waitFor();
    await toSettings(page);
    await history(page).getByText('Partly paid').waitFor();
    await plan(page).getByText('No plan yet').waitFor();
    await done(page);
  });

  it('a payment that failed can be made again, for the same plan', async () => {
    const page = await openSignedIn(PROFESSIONAL);
    await proceed(page);
    await press(page, 'Fail');
    await page.getByText('The payment is failed.').waitFor();
    await page.goto(`${origin}/payment-success`);
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Professional plan' }).waitFor();
    await done(page);
  });

  it('who cancels is back at the same plan, having paid nothing, and it is no payment', async () => {
    const page = await openSignedIn(PROFESSIONAL);
    await proceed(page);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('Checkout was cancelled. Nothing was paid.').waitFor();
    await page.getByRole('heading', { name: 'Professional plan' }).waitFor();
    await expectAccessible(page);
    await toSettings(page);
    await history(page).getByText('No payments yet').waitFor();
    await done(page);
  });
});

describe('anybody can use it', () => {
  it.each([
    ['a desk', {}],
    ['a phone', { width: 320, height: 640 }],
    ['a phone, in Chinese', { width: 390, height: 844, language: 'cn' } as const],
  ])('on %s', async (_, view) => {
    const page = await open(PROFESSIONAL, view);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto(`${origin}/payment-success`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await done(page);
  });
});
