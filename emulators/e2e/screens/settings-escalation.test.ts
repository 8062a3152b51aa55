import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { button, card, dialog, row, slackWebhook } from '../testing/channels-screen.ts';
import { seedChannels } from '../testing/messages.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const slack = (name: string) => ({
  type: 'slack' as const,
  name,
  settings: { webhookUrl: slackWebhook().url },
});

let account: Account;

beforeEach(async () => {
  account = await makeAccount();
  await seedMonitors(account, [{ name: 'Shop', paths: ['/site/a'] }]);
  await seedChannels(account, { ops: slack('Ops desk'), boss: slack('Head of operations') });
});

const picture = (page: Page) => page.getByRole('region', { name: 'Escalation' });
const stepWith = (page: Page, name: string) =>
  picture(page).getByRole('list', { name: 'Escalation' }).locator('> li').filter({ hasText: name });

it('moves channels between steps by keyboard, keeps what cannot be saved, and previews an outage', async ({ tab }) => {
  const page = await tab(account, '/settings?tab=integrations');
  await picture(page).getByText('Who is notified after how long').click();
  const select = picture(page).getByLabel('When Head of operations is notified');

  const endFailure = await failApi(page, '/v1/channels/*/timing', 500);
  await select.selectOption('After 15 minutes');
  await picture(page).getByRole('alert').waitFor();
  expect(await select.inputValue()).toBe('0');
  await endFailure();

  await select.focus();
  await select.selectOption('After 15 minutes');
  await stepWith(page, 'After 15 minutes').getByText('Head of operations').waitFor();
  await picture(page).locator('select:focus[aria-label="When Head of operations is notified"]').waitFor();
  await row(page, 'Head of operations').getByText('After 15 minutes').waitFor();

  await picture(page).getByRole('button', { name: 'Add step' }).click();
  const form = picture(page).getByRole('form', { name: 'Add step' });
  await form.getByLabel('Minutes after the outage began').fill('2000');
  await form.getByLabel('Channel that is then notified').selectOption('Ops desk');
  await form.getByRole('button', { name: 'Save step' }).click();
  await form.getByText('Enter whole minutes, at most 1440.').waitFor();
  await form.getByLabel('Minutes after the outage began').fill('7');
  await form.getByRole('button', { name: 'Save step' }).click();
  await stepWith(page, 'After 7 minutes').getByText('Ops desk').waitFor();
  await form.waitFor({ state: 'hidden' });

  await picture(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByLabel('It lasts').selectOption('10 minutes');
  await button(page, 'Show who is notified').click();
  const lines = dialog(page).getByRole('list', { name: 'Who is notified' }).getByRole('listitem');
  await lines.filter({ hasText: 'Ops desk' }).first().waitFor();
  await dialog(page).getByText('The outage ends before its delay.').waitFor();
  const toOps = await lines.filter({ hasText: 'Ops desk' }).allInnerTexts();
  expect(toOps.map((text) => /\+(\d+ min)/.exec(text)?.[1])).toEqual(['7 min', '10 min']);
  await expectAccessible(page);
});

it('saves quiet hours in the form of a channel, and shows errors', async ({ tab }) => {
  const page = await tab(account, '/settings?tab=integrations');
  await card(page).getByRole('button', { name: 'Edit Ops desk' }).click();
  await dialog(page).locator('summary').filter({ hasText: 'When' }).click();
  await dialog(page).getByLabel('Quiet hours').dispatchEvent('click');
  await dialog(page).getByLabel('From', { exact: true }).fill('23:30');
  for (const day of ['Sat', 'Sun']) await dialog(page).getByLabel(day).uncheck();
  await dialog(page).getByLabel('Delay').selectOption('Other…');
  await dialog(page).getByLabel('Minutes').fill('x');
  await dialog(page).locator('summary').filter({ hasText: 'When' }).click();
  await button(page, 'Save').click();
  await dialog(page).getByText('Enter whole minutes, at most 1440.').waitFor();
  await dialog(page).getByLabel('Minutes').fill('3');
  await expectAccessible(page);
  await button(page, 'Save').click();
  await dialog(page).waitFor({ state: 'hidden' });
  await row(page, 'Ops desk').getByText('After 3 minutes').waitFor();
  await row(page, 'Ops desk').getByText('Quiet 23:30–07:00, Mon–Fri').waitFor();
});
