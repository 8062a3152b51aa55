import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi, hideForInstant } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { button, card, dialog, openChannelForm, received, row, slackWebhook } from '../testing/channels-screen.ts';
import { seedChannel, seedChannels, seedMessages, seedOutbox } from '../testing/messages.ts';
import { expectFocused } from '../testing/monitor-form-screen.ts';

const { channelServices } = addressesFromEnv();

async function failService(service: string, mode: string, target: string): Promise<void> {
  const response = await fetch(`${channelServices}/mode`, {
    method: 'POST',
    body: JSON.stringify({ service, mode, target, times: 1 }),
  });
  if (!response.ok) throw new Error(`The stand-in could not be switched: ${await response.text()}`);
}

const it = base.extend(
  'integrations',
  ({ tab }) =>
    (account: Account): Promise<Page> =>
      tab(account, '/settings?tab=integrations'),
);

let account: Account;

beforeAll(async () => {
  account = await makeAccount();
});

describe('a Slack channel', () => {
  it('is tested and saved in one step, edited without its URL, switched off, and deleted', async ({ integrations }) => {
    const page = await integrations(account);
    const { target, url } = slackWebhook();
    await openChannelForm(page, 'Slack');
    await expectAccessible(page);
    await dialog(page).getByLabel('Webhook URL', { exact: true }).fill(url);
    await dialog(page).getByLabel('Name').fill('Ops desk');
    await button(page, 'Test and save').click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await received('slack', target)).toHaveLength(1);
    await row(page, 'Ops desk').getByText('no alert sent yet').waitFor();

    await card(page).getByRole('button', { name: 'Edit Ops desk' }).click();
    const field = dialog(page).getByLabel('Webhook URL', { exact: true });
    expect(await field.inputValue()).toBe(`••••••••${url.slice(-4)}`);
    await dialog(page).getByLabel('Send alerts for').selectOption('critical');
    await button(page, 'Save').click();
    await row(page, 'Ops desk').getByText('Slack · All monitors · Critical only').waitFor();
    expect(await received('slack', target)).toHaveLength(1);

    await card(page).getByRole('checkbox', { name: 'Send alerts to Ops desk' }).dispatchEvent('click');
    await row(page, 'Ops desk').getByText('Off', { exact: true }).waitFor();
    await card(page).getByRole('button', { name: 'Delete Ops desk' }).click();
    await row(page, 'Ops desk').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Ops desk').waitFor();
    await card(page).getByRole('button', { name: 'Delete Ops desk' }).click();
    await row(page, 'Ops desk').waitFor({ state: 'hidden' });
    await hideForInstant(page);
    await page.getByText('Channel “Ops desk” was removed').waitFor();
  });

  it('focuses the first of what is wrong, in the order of the form, at each attempt', async ({ integrations }) => {
    const page = await integrations(account);
    await openChannelForm(page, 'Slack');
    const webhook = dialog(page).getByLabel('Webhook URL', { exact: true });
    const name = dialog(page).getByLabel('Name');
    const failures = dialog(page).getByRole('checkbox', { name: 'Failures and reminders' });
    const minutes = dialog(page).getByLabel('Minutes', { exact: true });
    await name.fill('');
    for (const each of ['Failures and reminders', 'Recoveries', 'Expiring certificates and domains']) {
      await dialog(page).getByRole('checkbox', { name: each }).press('Space');
    }
    await dialog(page).getByText('When', { exact: true }).click();
    await dialog(page).getByLabel('Delay', { exact: true }).selectOption('other');
    await minutes.fill('soon');
    async function expectRefused(field: Locator) {
      await button(page, 'Test and save').click();
      await expectFocused(field);
    }
    await expectRefused(webhook);
    await webhook.fill(slackWebhook().url);
    await expectRefused(name);
    await name.fill('Ops');
    await expectRefused(failures);
    await failures.press('Space');
    await expectRefused(minutes);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  });

  it('whose test fails keeps what was entered, explains why, and can be saved unverified', async ({ integrations }) => {
    const page = await integrations(account);
    const { target, url } = slackWebhook();
    await openChannelForm(page, 'Slack');
    await button(page, 'Test and save').click();
    await dialog(page).getByText('This is not the URL of a Slack incoming webhook').waitFor();
    await dialog(page).getByLabel('Webhook URL', { exact: true }).fill(url);
    await failService('slack', 'gone', target);
    await button(page, 'Test and save').click();
    const alert = dialog(page).getByRole('alert');
    await alert.getByText('The service does not know this destination').waitFor();
    await dialog(page)
      .getByText(/Answer of the service: .*no_service/)
      .waitFor();
    expect(await dialog(page).getByLabel('Webhook URL', { exact: true }).inputValue()).toBe(url);
    const restore = await failApi(page, '/v1/channels', 500);
    await button(page, 'Save without a test').click();
    await alert.getByText('The channel could not be saved.').waitFor();
    await restore();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard the changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await failService('slack', 'gone', target);
    await button(page, 'Send a test message').click();
    await button(page, 'Save without a test').click();
    await row(page, 'Slack').getByText('Not verified').waitFor();
  });
});

describe('a webhook', () => {
  it('has its form shown from the top, although its type is at the foot of the list', async ({ integrations }) => {
    const page = await integrations(account);
    await page.setViewportSize({ width: 1280, height: 600 });
    await openChannelForm(page, 'Webhook');
    const field = dialog(page).getByLabel('URL', { exact: true });
    const [title, input] = [await dialog(page).getByRole('heading').first().boundingBox(), await field.boundingBox()];
    expect(input?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
  });

  it('shows its secret once, and is verified by a test with it', async ({ integrations }) => {
    const page = await integrations(account);
    await openChannelForm(page, 'Webhook');
    await dialog(page).getByLabel('URL', { exact: true }).fill(`${channelServices}/webhook/${account.uid}`);
    await button(page, 'Create').click();
    const secret = page.getByRole('alertdialog', { name: 'Signing secret' });
    expect(await secret.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_[\w+/]{43}=$/);
    await secret.getByRole('button', { name: 'Send a test message' }).click();
    await secret.getByText('The test message was accepted').waitFor();
    await secret.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Webhook').getByText('no alert sent yet').waitFor();
    expect(await received('webhook', account.uid)).toHaveLength(1);
  });

  it('at a private address is refused with the reason', async ({ integrations }) => {
    const page = await integrations(account);
    await openChannelForm(page, 'Webhook');
    await dialog(page).getByLabel('URL', { exact: true }).fill('http://169.254.169.254/latest');
    await button(page, 'Create').click();
    const secret = page.getByRole('alertdialog', { name: 'Signing secret' });
    await secret.getByRole('button', { name: 'Send a test message' }).click();
    await secret.getByText('This address is not on the public internet').waitFor();
  });
});

it('a LINE channel finds who writes to the official account', async ({ integrations }) => {
  const page = await integrations(account);
  await openChannelForm(page, 'LINE');
  await dialog(page).getByLabel('Channel access token', { exact: true }).fill('token');
  const secret = 'a'.repeat(32);
  await dialog(page).getByLabel('Channel secret (to find the ID)', { exact: true }).fill(secret);
  await button(page, 'Find my ID').click();
  await dialog(page).getByText('Waiting for a message…').waitFor();
  const url = await dialog(page).getByLabel('Webhook URL', { exact: true }).inputValue();
  const body = new URLSearchParams({ url, secret, from: 'group' });
  await fetch(`${channelServices}/line-event`, { method: 'POST', body });
  await dialog(page).getByRole('radio', { name: 'Group 0123' }).check();
  await button(page, 'Test and save').click();
  await row(page, 'LINE').getByText('no alert sent yet').waitFor();
});

it('each deleted channel gives the focus to the button that undoes it', async ({ ownWindow }) => {
  const owner = await makeAccount();
  const names = ['Day', 'Night', 'Weekend'];
  const seeded = (name: string) => ({ type: 'slack', name, settings: { webhookUrl: slackWebhook().url } }) as const;
  await seedChannels(owner, Object.fromEntries(names.map((name) => [name, seeded(name)])));
  const page = await ownWindow(owner, '/settings?tab=integrations');
  const undo = page.getByRole('button', { name: 'Undo' });
  for (const name of names) {
    await card(page)
      .getByRole('button', { name: `Delete ${name}` })
      .click();
    await page.getByText(`“${name}” deleted`).waitFor();
    await expectFocused(undo);
  }
  await undo.press('Enter');
  await row(page, 'Weekend').waitFor();
  await expectFocused(page.getByRole('main'));
  await card(page).getByRole('button', { name: 'Delete Weekend' }).press('Enter');
  await expectFocused(undo);
});

it('a channel whose monitors are all deleted shows that', async ({ ownWindow }) => {
  const owner = await makeAccount();
  const settings = { webhookUrl: slackWebhook().url };
  await seedChannel(owner, 'left', { type: 'slack', name: 'Left', settings, monitors: ['deleted'] });
  const page = await ownWindow(owner, '/settings?tab=integrations');
  await row(page, 'Left').getByText('No longer covers any monitor').waitFor();
});

it('the list shows the state of each channel, and its dialog what was sent', async ({ ownWindow }) => {
  const owner = await makeAccount();
  const { url } = slackWebhook();
  const id = 'night';
  await seedChannel(owner, id, { type: 'slack', name: 'Night', settings: { webhookUrl: url } });
  const refused = { code: 'refused', reason: '403 action_prohibited', at: Date.now() } as const;
  await seedOutbox(owner, id, { lastSentAt: null, failure: null, stopped: { ...refused, until: null } });
  const slack = { channelId: id, channelType: 'slack', channelName: 'Night' } as const;
  const failed = { state: 'failed', code: 'refused', reason: refused.reason } as const;
  await seedMessages(owner, [{ ...slack, ...failed, endpoint: 'Cart' }]);
  const page = await ownWindow(owner, '/settings?tab=integrations');
  await row(page, 'Night').getByText('The service refuses to send there').waitFor();
  await row(page, 'Night').getByText('403 action_prohibited').waitFor();
  await card(page).getByRole('button', { name: 'Edit Night' }).click();
  const log = dialog(page).getByRole('region', { name: 'Last 50 deliveries' });
  await log.getByText('Cart is down').waitFor();
  await log.getByText('The service refuses to send there: 403 action_prohibited').waitFor();
});
