import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { goInApp } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { proceed, proceedButton } from '../testing/checkout-screen.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';

const { origin } = addressesFromEnv();
const PROFESSIONAL = '/checkout?planName=Professional&planPrice=20';
/** The order, signed out, with nothing tried yet. */
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
      'Monthly subscription',
      'US$25.00',
      'Subtotal',
      'US$25.00',
      'Tax',
      'US$0.00',
      'Total Due Today',
      'US$25.00',
      'Pays for one month. Does not renew automatically.',
    ]);
  });

  it('is the plan that the navigation carries, also after a reload', async ({ tab }) => {
    const page = await tab(null, '/login');
    const state = { usr: { planName: 'Professional', planPrice: 20 }, key: 'k', idx: 0 };
    await page.evaluate(`history.replaceState(${JSON.stringify(state)}, '', '/checkout')`);
    await page.reload();
    await page.getByRole('heading', { name: 'Professional plan' }).waitFor();
  });

  it('is refused where nobody sells the plan, with those that are sold', async ({ order }) => {
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
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Cart total must be greater than zero.').waitFor();
    expect(asked.filter((url) => url.includes('/payment/'))).toEqual([]);
    await expectAccessible(page);
  });
});

describe('what fails', () => {
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
  ] as const)('%s is said, and can be tried again', async ([, answered, said], { order }) => {
    const page = await order(PROFESSIONAL);
    await page.route('**/payment/create', (route) => (answered ? route.fulfill(answered) : route.abort()));
    await proceedButton(page).click();
    await page.getByRole('alert').getByText(said).waitFor();
    await page.getByText('Nothing was charged. Please try again in a few minutes.').waitFor();
    await expect.poll(() => proceedButton(page).isEnabled()).toBe(true);
    await expect.poll(() => new URL(page.url()).origin).toBe(origin);
    await page.unroute('**/payment/create');
  });

  it('says so where the browser keeps nothing, before anything is ordered', async ({ ownWindow }) => {
    const page = await ownWindow(null, PROFESSIONAL);
    await page.evaluate("Storage.prototype.setItem = () => { throw new Error('refused') }");
    await proceedButton(page).click();
    await page.getByRole('alert').getByText('Sign in first, then pay.').waitFor();
  });

  it('and where the secret of the order finds no place, before the payer leaves', async ({ ownWindow }) => {
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

  it('is busy until the provider answers, and not when one goes back', async ({ freshTab }) => {
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

  it('leads home by the arrow', async ({ order }) => {
    const page = await order(PROFESSIONAL);
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL(`${origin}/`);
  });
});

/** Under axe at the first of the widths. */
it.for([
  ['in English from a desk to the narrowest phone', { language: 'en' }, [1280, 320], 'No payment to show here'],
  ['in Chinese on a phone', { language: 'cn' }, [390], '没有可显示的付款'],
] as const)(
  'anybody can use it %s, and nothing is said of a payment that nobody knows of',
  async ([, view, widths, none], { tab }) => {
    const used = await tab(null, PROFESSIONAL, view);
    await used.getByRole('heading', { level: 1 }).waitFor();
    const reads = async () => {
      for (const width of widths) {
        await used.setViewportSize({ width, height: 844 });
        await expectNoHorizontalScroll(used);
        if (width === widths[0]) await expectAccessible(used);
      }
    };
    await reads();
    await goInApp(used, '/payment-success');
    await used.getByRole('heading', { level: 1, name: none }).waitFor();
    await reads();
    await goInApp(used, `${PROFESSIONAL}&cancelled=1`);
    await used.getByText(view.language === 'en' ? 'You left the payment page.' : '您已离开支付页面。').waitFor();
  },
);
