import type { ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import type { Locator, Page } from 'playwright-core';
import { type Look, text } from './looks.ts';
import { at, dialog, inWindow, press, type Screen } from './screen.ts';

/** Opens a closed part by its heading. */
function openDetails(key: string): NonNullable<Screen['prepare']> {
  return async (page, look) => {
    const summary = page.locator('summary').filter({ hasText: text(look, key) });
    await summary.click();
    await summary.evaluate((element) => element.scrollIntoView());
  };
}

/** The form of a new channel of that type. */
function newChannel(type: ChannelTypeName): Screen {
  return inWindow(
    `channel-new-${type}`,
    'user',
    '/settings?tab=integrations',
    press('button', 'channels.add'),
    dialog,
    async (page, look) => {
      const name = text(look, `channels.types.${type}.name`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
      await page.getByRole('heading', { name: text(look, 'channels.form.add').replace('{{type}}', name) }).waitFor();
    },
  );
}

/** A button of a member's row. */
function memberButton(page: Page, look: Look, key: 'removeNamed' | 'transferNamed'): Locator {
  const name = text(look, `members.${key}`).replace('{{name}}', 'Emil Editor');
  return page.getByRole('button', { name });
}

/** The screens of Settings. */
export const settingsScreens: readonly Screen[] = [
  { name: 'settings-closing', as: 'leaver', path: at('/settings') },
  inWindow('settings-password', 'user', '/settings', press('button', 'account.password.change'), dialog),
  {
    name: 'settings-members',
    as: 'payer',
    path: at('/settings'),
    prepare: async (page, look) => {
      await memberButton(page, look, 'transferNamed').waitFor();
      await page.locator('#members').evaluate((element) => element.scrollIntoView());
    },
  },
  inWindow(
    'settings-transfer',
    'payer',
    '/settings',
    (page, look) => memberButton(page, look, 'transferNamed').click(),
    dialog,
  ),
  inWindow(
    'settings-remove-member',
    'payer',
    '/settings',
    (page, look) => memberButton(page, look, 'removeNamed').click(),
    (page) => page.getByRole('alertdialog').getByRole('listitem').waitFor(),
  ),
  inWindow('settings-close', 'payer', '/settings', press('button', 'closeAccount.open'), dialog),
  { name: 'settings-monitor', as: 'user', path: at('/settings?tab=monitor') },
  { name: 'settings-integrations', as: 'user', path: at('/settings?tab=integrations') },
  inWindow('channel-types', 'user', '/settings?tab=integrations', press('button', 'channels.add'), dialog),
  newChannel('line'),
  inWindow(
    'channel-form',
    'full',
    '/settings?tab=integrations',
    (page) =>
      page
        .getByRole('button', { name: /Head of operations/ })
        .first()
        .click(),
    dialog,
    openDetails('timing.title'),
  ),
  { name: 'escalation', as: 'full', path: at('/settings?tab=integrations'), prepare: openDetails('escalation.title') },
  inWindow(
    'escalation-preview',
    'full',
    '/settings?tab=integrations',
    openDetails('escalation.title'),
    press('button', 'escalation.preview.open'),
    dialog,
    press('button', 'escalation.preview.show'),
    async (page, look) => {
      const result = page.getByRole('list', { name: text(look, 'escalation.preview.messages') });
      await result.waitFor();
      await result.scrollIntoViewIfNeeded();
    },
  ),
  { name: 'summaries', as: 'full', path: at('/settings?tab=integrations'), prepare: openDetails('summaries.title') },
  inWindow(
    'summary-preview',
    'user',
    '/settings?tab=integrations',
    openDetails('summaries.title'),
    press('button', 'summaries.preview'),
    dialog,
    (page) => page.frameLocator('dialog iframe, [role=dialog] iframe').locator('h1').waitFor(),
  ),
  { name: 'settings-alerts', as: 'many', path: at('/settings?tab=integrations') },
  {
    name: 'connect-question',
    as: 'user',
    path: at('/connect'),
    prepare: async (page, look) => {
      const times = { createdAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 600_000).toISOString() };
      const json = { host: 'anns-laptop', scope: 'write', ...times };
      await page.route('**/api/v1/logins?*', (route) => route.fulfill({ json }));
      await page.getByLabel(text(look, 'connect.code')).fill('bcdfghjk');
      await press('button', 'connect.show')(page, look);
      await page.getByText(json.host).waitFor();
    },
  },
  { name: 'settings-languages', as: 'user', path: at('/settings?tab=languages') },
];
