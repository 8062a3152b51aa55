import type { OrderState } from '@farwatch/core/documents/payment';
import { text } from './looks.ts';
import { at, press, type Screen, steps } from './screen.ts';

export const paymentScreens: Screen[] = [
  { name: 'checkout', path: at('/checkout?planName=Professional&planPrice=20') },
  { name: 'checkout-cancelled', as: 'newAgent', path: at('/checkout?planName=Professional&planPrice=20&cancelled=1') },
  { name: 'checkout-unknown', path: at('/checkout?planName=Gold&planPrice=5') },
  {
    name: 'checkout-failing',
    path: at('/checkout'),
    prepare: steps(
      (page) => page.route('**/payment/create', (route) => route.abort()).then(() => undefined),
      press('button', 'checkout.proceed'),
      (page) => page.getByRole('alert').waitFor(),
    ),
  },
  { name: 'payment-success', path: at('/payment-success') },
  {
    name: 'payment-unclaimed',
    path: at('/payment-success'),
    prepare: async (page, look) => {
      const claims = [{ claim: 'order.secret', untilMs: Date.now() + 3_600_000, uid: null }];
      const order = { planName: 'Professional', planPrice: 20, currency: 'USD', status: 'finished', received: 20 };
      const atIso = new Date().toISOString();
      const times = { createdAt: atIso, updatedAt: atIso, paidAt: atIso };
      const json = { id: 'o', orderId: 'o', orderDescription: 'o', invoice_url: null, ...order, ...times };
      await page.route('**/payment/status', (route) => route.fulfill({ json }));
      await page.evaluate(`localStorage.setItem('claims', ${JSON.stringify(JSON.stringify(claims))})`);
      await page.reload();
      await page.getByText(text(look, 'checkout.outcome.unclaimedNext')).waitFor();
    },
  },
  ...(['waiting', 'confirming', 'partially_paid', 'failed', 'expired', 'refunded'] as const).map(paymentOutcome),
  { name: 'settings-plan', as: 'payer', path: at('/settings') },
  { name: 'settings-no-plan', as: 'newAgent', path: at('/settings') },
];

/** Back from the provider with an order in that state. */
function paymentOutcome(state: OrderState): Screen {
  return {
    name: `payment-${state.replace('_', '-')}`,
    as: 'buyer',
    path: ({ orders }) => `/payment-success#${orders.get(state)}`,
    prepare: async (page, look) => {
      await page.evaluate("sessionStorage.setItem('order', JSON.stringify({ id: location.hash.slice(1), uid: null }))");
      await page.reload();
      const title = text(look, `checkout.outcome.${state === 'partially_paid' ? 'partial' : state}`);
      await page.getByRole('heading', { name: title }).waitFor();
    },
  };
}
