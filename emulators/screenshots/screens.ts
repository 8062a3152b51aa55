import type { OrderState } from '@farwatch/core/documents/payment';
import { SCREENS } from '@farwatch/web/routes';
import { failApi } from '../e2e/testing/app.ts';
import { PUBLIC_PATHS, publicPath } from '../src/platform/public-paths.ts';
import { agentDetailScreens } from './agent-detail-screens.ts';
import { agentScreens } from './agent-screens.ts';
import { checkScreens } from './check-screens.ts';
import { type Look, text } from './looks.ts';
import { pageScreens } from './page-screens.ts';
import type { People } from './people.ts';
import { at, dialog, inWindow, press, type Screen, steps } from './screen.ts';
import { settingsScreens } from './settings-screens.ts';
import { tableScreens } from './table-screens.ts';

const pastedRows = [
  'shop.farwatch.test/checkout\tCheckout',
  'ftp://files.farwatch.test\tFiles',
  'https://api.farwatch.test/v2/status\tStatus page of the API',
  'https://api.farwatch.test/v2/status\tThe same again',
].join('\n');

/** Pastes rows into the Add URL modal. */
const pasteRows: NonNullable<Screen['prepare']> = async (page) => {
  await page.getByRole('dialog').getByRole('textbox').first().focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(pastedRows)});
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.activeElement.dispatchEvent(event);
  }`);
};

/** Presses the button with the text of that key about something with that name. */
function pressIcon(key: string, name: string): NonNullable<Screen['prepare']> {
  return (page, look) => page.getByRole('button', { name: text(look, key).replace('{{name}}', name) }).click();
}

/** Selects all rows of the table whose checkbox has the text of that key. */
function selectAll(key: string): NonNullable<Screen['prepare']> {
  return async (page, look) => {
    const all = page.getByRole('checkbox', { name: text(look, key) });
    await all.waitFor({ state: 'attached' });
    await all.check({ force: true });
  };
}

/** The month before this one, YYYY-MM. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
}

const monitorScreens: Screen[] = [
  {
    name: 'dashboard-columns',
    as: 'user',
    path: at('/monitors'),
    prepare: async (page, look) => {
      await press('button', 'monitors.chooseColumns')(page, look);
      const panel = page.getByRole('group', { name: text(look, 'uptime.columns') });
      for (const index of [0, 1, 2]) await panel.getByRole('checkbox').nth(index).check();
      await page
        .getByText(/^\d+\.\d\d%$/)
        .nth(4)
        .waitFor();
    },
  },
  { name: 'dashboard-many', as: 'many', path: at('/monitors') },
  { name: 'dashboard-empty', as: 'newAgent', path: at('/monitors') },
  {
    name: 'dashboard-failing',
    as: 'user',
    path: at('/settings'),
    prepare: async (page, look) => {
      await failApi(page, '/dashboard/summary', 500);
      // The page does not refetch recent data; a reload does.
      await page.reload();
      await press('button', 'nav.open')(page, look);
      await press('link', 'nav.monitors')(page, look);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'monitor', as: 'user', path: at('/monitor/demoStorefront') },
  { name: 'monitor-many', as: 'many', path: ({ seeded }) => `/monitor/${seeded.monitorId}` },
  inWindow('monitor-delete-endpoints', 'user', '/monitor/demoStorefront', async (page, look) => {
    await page.getByRole('checkbox').first().waitFor({ state: 'attached' });
    await page.getByRole('checkbox').first().check({ force: true });
    await page.getByRole('button', { name: text(look, 'monitor.deleteSelected').replace(/\{\{.*/, '') }).click();
    await dialog(page, look);
  }),
  {
    name: 'monitor-pause',
    as: 'many',
    path: ({ seeded }) => `/monitor/${seeded.monitorId}`,
    whole: false,
    prepare: steps(press('button', 'paused.pause'), dialog, (page) => page.getByRole('radio').last().check()),
  },
  inWindow(
    'monitors-edit',
    'user',
    '/monitors',
    selectAll('monitors.selectAll'),
    press('button', 'pause.edit'),
    dialog,
  ),
  { name: 'monitor-new', as: 'user', path: at('/monitor/new') },
  { name: 'monitor-new-errors', as: 'user', path: at('/monitor/new'), prepare: press('button', 'form.create') },
  inWindow(
    'add-urls',
    'user',
    '/monitor/new',
    press('button', 'form.addUrl'),
    dialog,
    pasteRows,
    press('button', 'addUrls.verify'),
  ),
  inWindow(
    'limit-reached',
    'full',
    '/monitor/new',
    (page, look) => page.getByText(text(look, 'form.available').replace(/\{\{\w+\}\}/g, '2')).waitFor(),
    press('button', 'form.addUrl'),
    dialog,
  ),
  { name: 'monitor-edit', as: 'user', path: at('/monitor/demoStorefront/edit') },
  {
    name: 'monitor-edit-url',
    as: 'many',
    path: ({ seeded }) => `/monitor/${seeded.monitorId}/edit`,
    prepare: (page) => page.locator('[data-edit]').nth(1).click(),
  },
  inWindow('monitor-delete', 'user', '/monitor/demoStorefront/edit', press('button', 'form.delete'), dialog),
  inWindow(
    'unsaved',
    'user',
    '/monitor/demoStorefront/edit',
    async (page, look) => page.getByLabel(text(look, 'form.name')).fill('Storefront 2'),
    press('button', 'cancel'),
    dialog,
  ),
];

/** An endpoint that is up, but slow, wherever it is shown. */
const slowScreens: Screen[] = [
  { name: 'slow-dashboard', as: 'slow', path: at('/monitors') },
  { name: 'slow-monitor', as: 'slow', path: ({ slowMonitor }) => `/monitor/${slowMonitor.monitorId}` },
  { name: 'slow-endpoint', as: 'slow', path: ({ slowMonitor }) => `/endpoint/${slowMonitor.endpointIds[0]}` },
  inWindow(
    'slow-incident',
    'slow',
    '/incidents',
    (page) => page.getByRole('link', { name: 'cart' }).first().click(),
    dialog,
  ),
  {
    name: 'slow-field',
    as: 'slow',
    path: ({ slowMonitor }) => `/monitor/${slowMonitor.monitorId}/edit`,
    prepare: async (page, look) => {
      await page.locator('[data-edit]').first().click();
      await page.getByRole('combobox', { name: text(look, 'slow.field.label'), exact: true }).waitFor();
    },
  },
];

const historyScreens: Screen[] = [
  { name: 'endpoint', as: 'user', path: at('/endpoint/demoShop') },
  { name: 'endpoint-down', as: 'user', path: at('/endpoint/demoGatewayRoot') },
  {
    name: 'endpoint-paused',
    as: 'many',
    path: ({ paused }) => `/endpoint/${paused.endpointIds[0]}`,
  },
  { name: 'endpoint-heartbeat', as: 'user', path: at('/endpoint/demoOrderExport') },
  inWindow(
    'endpoint-heartbeat-replace',
    'user',
    '/endpoint/demoOrderExport',
    press('button', 'heartbeat.replace.open'),
    dialog,
  ),
  { name: 'endpoint-range-90', as: 'user', path: at('/endpoint/demoGatewayRoot?range=90d') },
  { name: 'endpoint-range-7', as: 'user', path: at('/endpoint/demoShop?range=7d') },
  { name: 'endpoint-range-custom', as: 'user', path: at('/endpoint/demoShop?range=2026-01-31..2026-01-01') },
  {
    name: 'endpoint-range-failures',
    as: 'user',
    path: at('/endpoint/demoShop?range=90d'),
    prepare: async (page, look) => {
      await page.getByLabel(text(look, 'endpointRange.heat.value')).selectOption('failures');
    },
  },
  inWindow(
    'endpoint-check',
    'user',
    '/endpoint/demoShop',
    (page) => page.locator('[data-row-title]').first().click(),
    dialog,
  ),
  inWindow(
    'endpoint-check-failed',
    'user',
    '/endpoint/demoGatewayRoot',
    (page) => page.locator('[data-row-title]').first().click(),
    dialog,
  ),
  {
    name: 'endpoint-changes',
    as: 'user',
    path: at('/endpoint/demoSearch'),
    prepare: press('tab', 'endpoint.changes'),
  },
  { name: 'incidents', as: 'user', path: at('/incidents?range=7d') },
  { name: 'incidents-quarter', as: 'user', path: at('/incidents?range=90d') },
  {
    name: 'incidents-custom',
    as: 'user',
    path: at('/incidents?range=30d'),
    prepare: async (page, look) => {
      await page.getByLabel(text(look, 'incidents.range'), { exact: true }).selectOption('custom');
      const form = page.getByRole('form');
      await form.locator('input').first().fill('2024-01-01');
      await form.getByRole('button').click();
    },
  },
  { name: 'incidents-empty', as: 'newAgent', path: at('/incidents') },
  { name: 'maintenance', as: 'many', path: at('/incidents/maintenance') },
  { name: 'maintenance-empty', as: 'newAgent', path: at('/incidents/maintenance') },
  inWindow(
    'maintenance-form',
    'many',
    '/incidents/maintenance',
    pressIcon('maintenance.edit', 'Patch night'),
    dialog,
    async (page, look) => {
      await page.getByLabel(text(look, 'maintenance.form.name'), { exact: true }).fill('');
      await page.getByRole('button', { name: text(look, 'maintenance.form.save') }).click();
    },
  ),
  inWindow(
    'maintenance-preview',
    'many',
    '/incidents/maintenance',
    pressIcon('maintenance.edit', 'Clock change'),
    dialog,
    (page) => page.getByRole('dialog').locator('ol > li').last().scrollIntoViewIfNeeded(),
  ),
  {
    name: 'maintenance-start',
    as: 'many',
    path: ({ seeded }) => `/monitor/${seeded.monitorId}`,
    whole: false,
    prepare: steps(press('button', 'inMaintenance.start'), dialog),
  },
  inWindow(
    'incident',
    'user',
    '/incidents',
    (page) => page.getByRole('link', { name: '/error' }).first().click(),
    dialog,
  ),
  { name: 'reports-last-month', as: 'user', path: at(`/reports?month=${lastMonth()}`) },
  { name: 'reports-days', as: 'user', path: at('/reports?monitor=demoStorefront&from=2026-11-20&to=2026-11-01') },
  { name: 'reports-empty', as: 'newAgent', path: at('/reports') },
];

const shellScreens: Screen[] = [
  { name: 'not-found', as: 'user', path: at('/not-found') },
  {
    name: 'crash',
    as: 'user',
    path: at('/monitors'),
    prepare: async (page, look) => {
      await page.route('**/incidents-page-*.js*', (route) => route.abort());
      // The code may have been prefetched.
      await page.reload();
      await press('button', 'nav.open')(page, look);
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
    only: 'phone',
    whole: false,
    prepare: steps(press('button', 'nav.open'), dialog),
  },
];

/** The address of a public page in the look's language. */
const publicAt = (path: string) => (_people: People, look: Look) => publicPath(path, look.language);

const registerPath = '/agent/register?code=anAgentOfNobody12345-0123456789abcdefABCDEF';

/** The screens that do not require signing in. */
const publicScreens: readonly Screen[] = [
  { name: 'landing', path: publicAt('/') },
  {
    name: 'landing-menu',
    path: publicAt('/'),
    only: 'phone',
    whole: false,
    prepare: (page) => page.locator('[data-menu] summary').click(),
  },
  ...PUBLIC_PATHS.slice(1).map((path) => ({ name: path.slice(1), path: publicAt(path) })),
  { name: 'reset-password', path: at('/login'), whole: false, prepare: steps(press('button', 'login.forgot'), dialog) },
  { name: 'register-agent', path: at(`${registerPath}&name=%E5%8F%B0%E5%8C%97%E6%9C%BA%E6%88%BF&country=tw`) },
  { name: 'register-agent-phone', path: at(registerPath), prepare: press('tab', 'registerThisAgent.systems.android') },
  { name: 'register-agent-no-code', path: at('/agent/register') },
  { name: 'shared-incident', path: ({ incidentLink }) => incidentLink },
  { name: 'shared-incident-invalid', path: at('/a/x') },
  { name: 'offline-page', path: at('/offline.html') },
];

const paymentScreens: Screen[] = [
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

/** The screens with an address, an account or a state that the app's table does not have. */
const ownScreens: readonly Screen[] = [
  ...publicScreens,
  ...monitorScreens,
  ...slowScreens,
  ...checkScreens,
  ...historyScreens,
  ...settingsScreens,
  ...shellScreens,
  ...pageScreens,
  ...agentScreens,
  ...agentDetailScreens,
  ...paymentScreens,
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
/** Every screen. */
export const screens: readonly Screen[] = [...tableScreens(SCREENS, ownScreens), ...ownScreens];
