import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { goInApp, newContext, openTab, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { proceed, proceedButton, provider, warmPayments } from '../testing/checkout-screen.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';

const { origin } = addressesFromEnv();
const PROFESSIONAL = '/checkout?planName=Professional&planPrice=20';
const problems: string[] = [];
let browser: Browser;
/** Nobody is signed in to it; it goes from test to test. */
let page: Page;

beforeAll(async () => {
  browser = await startBrowser();
  await warmPayments();
  page = await open('/login');
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

/** The order again, with nothing tried yet. */
async function order(path: string): Promise<void> {
  await goInApp(page, '/login');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await goInApp(page, path);
  await page.getByRole('link', { name: 'Back to home' }).waitFor();
}

const done = (used: Page) => used.context().close();
const press = (used: Page, name: string) => used.getByRole('button', { name, exact: true }).click();
const plan = (used: Page) => used.getByRole('region', { name: 'Plan' });
const history = (used: Page) => used.getByRole('region', { name: 'Payments' });

async function toSettings(used: Page): Promise<void> {
  await used.goto(`${origin}/settings`);
  await plan(used).waitFor();
}

describe('the order', () => {
  it('is Standard at 25 by default', async () => {
    await order('/checkout');
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
  });

  it('is the plan that the navigation carries, also after a reload', async () => {
    await goInApp(page, '/login');
    const state = { usr: { planName: 'Professional', planPrice: 20 }, key: 'k', idx: 0 };
    await page.evaluate(`history.replaceState(${JSON.stringify(state)}, '', '/checkout')`);
    await page.reload();
    await page.getByRole('heading', { name: 'Professional plan' }).waitFor();
  });

  it('is refused where nobody sells the plan, with those that are sold', async () => {
    await order('/checkout?planName=Standard&planPrice=1');
    await page.getByRole('heading', { name: 'This plan is not for sale' }).waitFor();
    expect(await proceedButton(page).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Choose Professional' }).click();
    await page.getByText('US$20.00').first().waitFor();
    await proceedButton(page).waitFor();
  });

  it('needs a total', async () => {
    await order('/checkout?planName=Standard&planPrice=0');
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url());
    page.on('request', note);
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Cart total must be greater than zero.').waitFor();
    expect(asked.filter((url) => url.includes('/payment/'))).toEqual([]);
    page.off('request', note);
    await expectAccessible(page);
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
    await order(PROFESSIONAL);
    await page.route('**/payment/create', (route) => (answered ? route.fulfill(answered) : route.abort()));
    await proceedButton(page).click();
    await page.getByRole('alert').getByText(said).waitFor();
    await page.getByText('Nothing was charged. Please try again in a few minutes.').waitFor();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
    expect(new URL(page.url()).origin).toBe(origin);
    await page.unroute('**/payment/create');
  });

  it('says so where the browser keeps nothing, before anything is ordered', async () => {
    await order(PROFESSIONAL);
    await page.evaluate("Storage.prototype.setItem = () => { throw new Error('refused') }");
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Sign in first, then pay.').waitFor();
  });

  it('is busy until the provider answers, and not when one goes back', async () => {
    await page.goto(`${origin}${PROFESSIONAL}`);
    await page.route('**/payment/create', () => {});
    await proceedButton(page).click();
    await page.getByRole('button', { name: 'Processing...' }).waitFor();
    expect(await page.getByRole('button', { name: 'Processing...' }).isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.reload();
    await proceed(page);
    await page.goBack();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
  });

  it('leads home by the arrow', async () => {
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL(`${origin}/`);
    await done(page);
  });
});

describe('signed in', () => {
  /** Of one who cancels, fails and is refunded, and so never has a plan. */
  let payer: Page;

  beforeAll(async () => {
    payer = await openTab(browser, await makeAccount(), PROFESSIONAL, {}, problems);
  });

  afterAll(async () => {
    await payer?.context().close();
  });

  it('a plan is paid, said to be active, and in Settings with its payment', async () => {
    const page = await openTab(browser, await makeAccount(), '/settings', {}, problems);
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

  it('who cancels is back at the same plan, having paid nothing, and it is no payment', async () => {
    await proceed(payer);
    await payer.getByRole('link', { name: 'Cancel' }).click();
    await payer.getByText('Checkout was cancelled. Nothing was paid.').waitFor();
    await payer.getByRole('heading', { name: 'Professional plan' }).waitFor();
    await expectAccessible(payer);
    await toSettings(payer);
    await history(payer).getByText('No payments yet').waitFor();
  });

  it('a payment that failed can be made again, for the same plan', async () => {
    await payer.goto(`${origin}${PROFESSIONAL}`);
    await proceed(payer);
    await press(payer, 'Fail');
    await payer.getByText('The payment is failed.').waitFor();
    await payer.goto(`${origin}/payment-success`);
    await payer.getByRole('heading', { name: 'Payment failed' }).waitFor();
    await payer.getByRole('link', { name: 'Try again' }).click();
    await payer.getByRole('heading', { name: 'Professional plan' }).waitFor();
  });

  it('what was paid only partly, and then cancelled, is said, and makes no plan', async () => {
    await payer.goto(`${origin}${PROFESSIONAL}`);
    await proceed(payer);
    await press(payer, 'Pay partly');
    await payer.getByText('The payment is partially paid.').waitFor();
    await payer.getByRole('link', { name: 'Cancel' }).click();
    await payer.getByText('You left the payment page. Your payment so far: Partly paid.').waitFor();
    await payer.goto(`${origin}/payment-success`);
    await payer.getByRole('heading', { name: 'Only a part was paid' }).waitFor();
    await toSettings(payer);
    await history(payer).getByText('Partly paid').waitFor();
    await plan(payer).getByText('No plan yet').waitFor();
  });

  it('who comes back too early is told, and sees it change', async () => {
    await payer.goto(`${origin}${PROFESSIONAL}`);
    const invoice = await proceed(payer);
    await payer.goto(`${origin}/payment-success`);
    await payer.getByRole('heading', { name: 'Payment not seen yet' }).waitFor();
    expect(await payer.getByText('Your subscription is now active.').count()).toBe(0);
    await provider(invoice, 'confirming');
    await payer.getByRole('heading', { name: 'Payment is being confirmed' }).waitFor();
    await expectAccessible(payer);
    await provider(invoice, 'finished');
    await payer.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await provider(invoice, 'refunded');
    await payer.getByRole('heading', { name: 'Payment refunded' }).waitFor();
    await toSettings(payer);
    await history(payer).getByText('Refunded').waitFor();
    await plan(payer).getByText('No plan yet').waitFor();
  });
});

/** Under axe at the first of the widths. */
it.each([
  ['in English from a desk to the narrowest phone', { language: 'en' }, [1280, 320], 'Payment Successful!'],
  ['in Chinese on a phone', { language: 'cn' }, [390], '付款成功！'],
] as const)('anybody can use it %s', async (_, view, widths, paid) => {
  const used = await open(PROFESSIONAL, view);
  const reads = async () => {
    for (const width of widths) {
      await used.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(used);
      if (width === widths[0]) await expectAccessible(used);
    }
  };
  await reads();
  await goInApp(used, '/payment-success');
  await used.getByRole('heading', { level: 1, name: paid }).waitFor();
  await reads();
  await done(used);
});
