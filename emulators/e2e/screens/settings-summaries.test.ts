import { DAY_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { dialog, slackWebhook } from '../testing/channels-screen.ts';
import { mailsTo } from '../testing/mail.ts';
import { seedChannels } from '../testing/messages.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

let account: Account;

beforeEach(async () => {
  account = await makeAccount();
});

const card = (page: Page) => page.getByRole('region', { name: 'Summaries' });
const open = (page: Page) => card(page).getByText('A week or month in one email').click();

it('chooses what is sent where, keeps what cannot be saved, and shows what is next', async ({ tab }) => {
  await seedChannels(account, {
    ops: { type: 'slack', name: 'Ops desk', settings: { webhookUrl: slackWebhook().url } },
    pager: { type: 'pagerduty', name: 'Pager', settings: { routingKey: '0'.repeat(32) } },
  });
  const page = await tab(account, '/settings?tab=integrations');
  await open(page);
  await card(page).getByText('Next summary: Mon,').waitFor();
  expect(await card(page).getByLabel('Pager').count()).toBe(0);

  const endFailure = await failApi(page, '/v1/summary-settings', 500);
  await card(page).getByLabel('Monthly summary').dispatchEvent('click');
  await card(page).getByRole('alert').waitFor();
  await endFailure();
  await card(page).getByLabel('Monthly summary').dispatchEvent('click');
  await card(page).getByText('Saved.').waitFor();
  await card(page).getByLabel('Time zone').fill('Asia/Taipei');
  await card(page).getByText('Saved.').waitFor();
  await card(page).getByLabel('Ops desk').check();
  await card(page).getByText('Saved.').waitFor();
  await card(page).getByLabel('Email').uncheck();
  await card(page).getByText('Saved.').waitFor();
  await card(page).getByLabel('Ops desk').uncheck();
  await card(page).getByText('No summary is planned.').waitFor();
  await card(page).getByText('Choose a channel, otherwise no summary is sent.').waitFor();
  await expectAccessible(page);
});

it('shows the mail of the last week and sends it to the account’s own address', async ({ tab }) => {
  const [seeded] = await seedMonitors(account, [{ name: 'Shop & <co>', paths: ['/site/a'] }]);
  const page = await tab(account, '/settings?tab=integrations');
  await open(page);
  const since = new Date(Date.now() - 30 * DAY_MS);
  await database().doc(`monitors/${seeded?.monitorId}`).update({ createdAt: since });
  await card(page).getByRole('button', { name: 'Preview' }).click();
  const mail = dialog(page).frameLocator('iframe');
  await mail.getByRole('link', { name: 'Shop & <co>', exact: true }).waitFor();
  await mail.getByText('Open report').waitFor();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).first().click();

  await card(page).getByRole('button', { name: 'Send to me' }).click();
  await card(page).getByText('Sent to your own address.').waitFor();
  const [sent, ...others] = (await mailsTo(account.email)).filter(({ subject }) =>
    subject.startsWith('Weekly summary'),
  );
  expect(others).toEqual([]);
  expect(sent?.text).toContain('Shop & <co>');
  expect(sent?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
});

it('shows that the last week has no data yet', async ({ tab }) => {
  const page = await tab(account, '/settings?tab=integrations');
  await open(page);
  await card(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('Nothing was monitored for a day in the last week').waitFor();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).first().click();
  await card(page).getByRole('button', { name: 'Send to me' }).click();
  await card(page).getByText('There was nothing to send').waitFor();
});
