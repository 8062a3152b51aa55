import type { OrderState } from '@farwatch/core/documents/payment';
import type { Page } from 'playwright-core';
import { failApi } from '../e2e/testing/app.ts';
import { type Look, text } from './looks.ts';
import type { People } from './people.ts';

/** One picture of each look. `prepare` brings the page to what is to be seen. */
export type Screen = {
  name: string;
  /** Who looks; nobody is signed in without it. */
  as?: 'user' | 'newcomer' | 'full' | 'many' | 'payer' | 'buyer';
  path: (people: People) => string;
  prepare?: (page: Page, look: Look) => Promise<void>;
  /** Only at this width. */
  only?: Look['width'];
  /** The whole page, by default; else what the window shows. */
  whole?: boolean;
};

const at = (path: string) => () => path;

/** Presses the button, link or tab with the text of that key. */
function press(role: 'button' | 'link' | 'tab', key: string): NonNullable<Screen['prepare']> {
  return (page, look) =>
    page
      .getByRole(role, { name: text(look, key), exact: true })
      .first()
      .click();
}

/** One after the other. */
function steps(...all: NonNullable<Screen['prepare']>[]): NonNullable<Screen['prepare']> {
  return async (page, look) => {
    for (const step of all) await step(page, look);
  };
}

const dialog: NonNullable<Screen['prepare']> = (page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();

const pasted = [
  'shop.farwatch.test/checkout\tCheckout',
  'ftp://files.farwatch.test\tFiles',
  'https://api.farwatch.test/v2/status\tStatus page of the API',
  'https://api.farwatch.test/v2/status\tThe same again',
].join('\n');

/** Pastes rows into the Add URL modal. */
const paste: NonNullable<Screen['prepare']> = async (page) => {
  await page.getByRole('dialog').getByRole('textbox').first().focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(pasted)});
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.activeElement.dispatchEvent(event);
  }`);
};

const publicScreens: Screen[] = [
  { name: 'landing', path: at('/') },
  { name: 'login', path: at('/login') },
  { name: 'signup', path: at('/signup') },
  { name: 'verify-email', path: at('/verify-email') },
];

const paymentScreens: Screen[] = [
  { name: 'checkout', path: at('/checkout?planName=Professional&planPrice=20') },
  { name: 'checkout-cancelled', as: 'newcomer', path: at('/checkout?planName=Professional&planPrice=20&cancelled=1') },
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
      await page.evaluate(`localStorage.setItem('claims', ${JSON.stringify(JSON.stringify(claims))})`);
      await page.reload();
      await page.getByText(text(look, 'checkout.outcome.unclaimedNext')).waitFor();
    },
  },
  ...(['waiting', 'confirming', 'partially_paid', 'failed', 'expired', 'refunded'] as const).map(paymentOutcome),
  { name: 'settings-plan', as: 'payer', path: at('/settings') },
  { name: 'settings-no-plan', as: 'newcomer', path: at('/settings') },
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

const monitorScreens: Screen[] = [
  { name: 'dashboard', as: 'user', path: at('/monitors') },
  { name: 'dashboard-many', as: 'many', path: at('/monitors') },
  { name: 'dashboard-empty', as: 'newcomer', path: at('/monitors') },
  {
    name: 'dashboard-failing',
    as: 'user',
    path: at('/settings'),
    prepare: async (page, look) => {
      await failApi(page, '/dashboard/summary', 500);
      if (look.width === 390) await press('button', 'nav.open')(page, look);
      await press('link', 'nav.monitors')(page, look);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'monitor', as: 'user', path: at('/monitor/demoStorefront') },
  { name: 'monitor-many', as: 'many', path: ({ stocked }) => `/monitor/${stocked.monitorId}` },
  {
    name: 'monitor-delete-endpoints',
    as: 'user',
    path: at('/monitor/demoStorefront'),
    whole: false,
    prepare: async (page, look) => {
      await page.getByRole('checkbox').first().waitFor({ state: 'attached' });
      await page.getByRole('checkbox').first().check({ force: true });
      await page.getByRole('button', { name: text(look, 'monitor.deleteSelected').replace(/\{\{.*/, '') }).click();
      await dialog(page, look);
    },
  },
  { name: 'monitor-new', as: 'user', path: at('/monitor/new') },
  { name: 'monitor-new-errors', as: 'user', path: at('/monitor/new'), prepare: press('button', 'form.create') },
  {
    name: 'add-urls',
    as: 'user',
    path: at('/monitor/new'),
    whole: false,
    prepare: steps(press('button', 'form.addUrl'), dialog, paste, press('button', 'addUrls.verify')),
  },
  {
    name: 'limit-reached',
    as: 'full',
    path: at('/monitor/new'),
    whole: false,
    prepare: steps(
      (page, look) => page.getByText(text(look, 'form.available').replace(/\{\{\w+\}\}/g, '2')).waitFor(),
      press('button', 'form.addUrl'),
      dialog,
    ),
  },
  { name: 'monitor-edit', as: 'user', path: at('/monitor/demoStorefront/edit') },
  {
    name: 'monitor-delete',
    as: 'user',
    path: at('/monitor/demoStorefront/edit'),
    whole: false,
    prepare: steps(press('button', 'form.delete'), dialog),
  },
  {
    name: 'unsaved',
    as: 'user',
    path: at('/monitor/demoStorefront/edit'),
    whole: false,
    prepare: steps(
      async (page, look) => page.getByLabel(text(look, 'form.name')).fill('Storefront 2'),
      press('button', 'cancel'),
      dialog,
    ),
  },
];

const otherScreens: Screen[] = [
  { name: 'endpoint', as: 'user', path: at('/endpoint/demoShop') },
  { name: 'endpoint-down', as: 'user', path: at('/endpoint/demoGatewayRoot') },
  {
    name: 'endpoint-changes',
    as: 'user',
    path: at('/endpoint/demoSearch'),
    prepare: press('tab', 'endpoint.changes'),
  },
  { name: 'incidents', as: 'user', path: at('/incidents?range=7d') },
  { name: 'incidents-empty', as: 'newcomer', path: at('/incidents') },
  {
    name: 'incident',
    as: 'user',
    path: at('/incidents'),
    whole: false,
    prepare: steps((page) => page.getByRole('button', { name: '/error' }).first().click(), dialog),
  },
  { name: 'settings-account', as: 'user', path: at('/settings') },
  { name: 'settings-monitor', as: 'user', path: at('/settings?tab=monitor') },
  { name: 'settings-integrations', as: 'user', path: at('/settings?tab=integrations') },
  { name: 'settings-alerts', as: 'many', path: at('/settings?tab=integrations') },
  { name: 'settings-languages', as: 'user', path: at('/settings?tab=languages') },
  { name: 'not-found', as: 'user', path: at('/nowhere') },
  {
    name: 'crash',
    as: 'user',
    path: at('/monitors'),
    prepare: async (page, look) => {
      await page.route('**/incidents-page-*.js', (route) => route.abort());
      if (look.width === 390) await press('button', 'nav.open')(page, look);
      await press('link', 'nav.incidents')(page, look);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'offline',
    as: 'user',
    path: at('/monitors'),
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Storefront' }).waitFor();
      await page.context().setOffline(true);
    },
  },
  {
    name: 'drawer',
    as: 'user',
    path: at('/monitors'),
    only: 390,
    whole: false,
    prepare: steps(press('button', 'nav.open'), dialog),
  },
];

/** Every screen there is. */
export const screens: readonly Screen[] = [...publicScreens, ...paymentScreens, ...monitorScreens, ...otherScreens];
