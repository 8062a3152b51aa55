import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { seedMessages } from '../testing/messages.ts';
import { failTelegram } from '../testing/services.ts';
import { discardButton, saveButton, storeTelegram } from '../testing/settings-screen.ts';

const TOKEN = '123456789:AAE-settings_part';
const MASK = '••••••••part';

const tokenField = (page: Page) => page.getByLabel('Bot Token', { exact: true });
const chatField = (page: Page) => page.getByLabel('Chat ID', { exact: true });
const testButton = (page: Page) => page.getByRole('button', { name: 'Send a test message' });
const severity = (page: Page, name: string) => page.getByRole('radio', { name });

async function fill(page: Page, token: string, chat: string) {
  await tokenField(page).fill(token);
  await chatField(page).fill(chat);
}

/** A new chat, so that failures of Telegram's stand-in affect no other test. */
const newChat = () => `-${Date.now()}${Math.floor(Math.random() * 1000)}`;

const it = base.extend(
  'integrations',
  ({ tab }) =>
    (account: Account): Promise<Page> =>
      tab(account, '/settings?tab=integrations'),
);

describe('a chat', () => {
  it('is saved by its test, other settings by Save; after a reload it is masked, and unverified once edited', async ({
    integrations,
  }) => {
    const chat = newChat();
    const page = await integrations(await makeAccount());
    await page.getByText('Please enter both Bot Token and Chat ID').waitFor();
    await expect.poll(() => testButton(page).isDisabled()).toBe(true);
    await severity(page, 'Medium and above').check();
    await fill(page, TOKEN, chat);
    await page.getByText('Not verified').waitFor();
    await testButton(page).click();
    await page
      .getByText('Telegram connection verified. A test message was sent to your chat. Alerts are switched on')
      .waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: 'Send alerts to Telegram' }).isChecked()).toBe(true);
    await page.getByText('Verified', { exact: true }).waitFor();
    await expect.poll(() => tokenField(page).inputValue()).toBe(MASK);
    await expect.poll(() => severity(page, 'Medium and above').isChecked()).toBe(true);
    await discardButton(page).click();
    await discardButton(page).waitFor({ state: 'hidden' });
    await expect.poll(() => severity(page, 'High and above').isChecked()).toBe(true);
    await expect.poll(() => chatField(page).inputValue()).toBe(chat);
    await page.getByText('Send alerts to Telegram').click();
    await severity(page, 'Critical only').check();
    await page.getByLabel('Silence period').selectOption('No silence');
    await saveButton(page).click();
    await page.getByText('Notification settings saved successfully').waitFor();
    await expect.poll(() => discardButton(page).count()).toBe(0);
    await page.reload();
    await tokenField(page).waitFor();
    await expect.poll(() => tokenField(page).inputValue()).toBe(MASK);
    await expect.poll(() => tokenField(page).getAttribute('type')).toBe('password');
    await expect.poll(() => chatField(page).inputValue()).toBe(chat);
    await expect.poll(() => page.getByRole('checkbox', { name: 'Send alerts to Telegram' }).isChecked()).toBe(true);
    await expect.poll(() => severity(page, 'Critical only').isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel('Silence period').inputValue()).toBe('0');
    await page.getByText('Verified', { exact: true }).waitFor();
    await tokenField(page).press('End');
    await tokenField(page).press('9');
    await expect.poll(() => tokenField(page).inputValue()).toBe('9');
    await page.getByText('Not verified').waitFor();
    await discardButton(page).click();
    await page.getByText('Verified', { exact: true }).waitFor();
    await expect.poll(() => tokenField(page).inputValue()).toBe(MASK);
  });

  it('saved by another device appears without replacing the input', async ({ integrations }) => {
    const account = await makeAccount();
    await storeTelegram(account, TOKEN);
    const page = await integrations(account);
    await expect.poll(() => tokenField(page).inputValue()).toBe(MASK);
    const token = async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      return tokenField(page).inputValue();
    };
    await chatField(page).fill('-1002');
    await page.getByText('Not verified').waitFor();
    await storeTelegram(account, '123456789:AAE-settings_next');
    await expect.poll(token, { interval: 250 }).toBe('••••••••next');
    await expect.poll(() => page.getByLabel('Silence period').inputValue()).toBe('15');
    await expect.poll(() => chatField(page).inputValue()).toBe('-1002');
    await page.getByText('Not verified').waitFor();
    await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
    await storeTelegram(account, '123456789:AAE-settings_same', '-1002');
    await expect.poll(token, { interval: 250 }).toBe('••••••••same');
    await page.getByText('Verified', { exact: true }).waitFor();
    await discardButton(page).waitFor({ state: 'hidden' });
  });
});

it('saves only its own changes, and keeps those of another device', async ({ integrations }) => {
  const account = await makeAccount();
  await storeTelegram(account, TOKEN);
  const page = await integrations(account);
  await expect.poll(() => tokenField(page).inputValue()).toBe(MASK);
  await page.getByLabel('Silence period').selectOption('No silence');
  await storeTelegram(account, '123456789:AAE-settings_next', '-1002');
  await saveButton(page).click();
  await page.getByText('Notification settings saved successfully').waitFor();
  await expect.poll(() => chatField(page).inputValue()).toBe('-1002');
  await expect.poll(() => tokenField(page).inputValue()).toBe('••••••••next');
  await page.getByText('Verified', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Silence period').inputValue()).toBe('0');
});

describe('a failure', () => {
  let account: Account;

  beforeAll(async () => {
    account = await makeAccount();
  });

  it.for([
    [
      'revoked',
      '0:revoked',
      'Telegram does not recognize this bot token',
      'Copy the whole token from @BotFather again',
    ],
    ['no chat', TOKEN, 'Telegram cannot find this chat', 'starts with a minus sign'],
    ['rate_limit', TOKEN, 'Telegram is limiting the number of messages', 'Wait a moment, then test again'],
    ['error', TOKEN, 'Cannot reach Telegram', 'try again in a few minutes'],
  ] as const)('of a test shows why and what to do: %s', async ([failure, token, why, advice], { integrations }) => {
    const page = await integrations(account);
    const chat = failure === 'no chat' ? '0' : newChat();
    await fill(page, token, chat);
    if (failure === 'rate_limit' || failure === 'error') await failTelegram(failure, chat);
    await testButton(page).click();
    await page.getByRole('alert').getByText(why).waitFor();
    await page.getByRole('alert').getByText(advice).waitFor();
    await expect.poll(() => chatField(page).inputValue()).toBe(chat);
  });

  it('to validate, test or save keeps the input', async ({ integrations }) => {
    const page = await integrations(account);
    await fill(page, 'no token', 'no chat');
    await testButton(page).click();
    await page.getByText('This is not a bot token').waitFor();
    await expect
      .poll(() => tokenField(page).evaluate((field) => field === field.ownerDocument.activeElement))
      .toBe(true);
    await fill(page, TOKEN, '1001');
    await page.getByText('This is not a bot token').waitFor({ state: 'hidden' });
    await failApi(page, '/v1/notifications/telegram/verify', 500);
    await testButton(page).click();
    await page.getByText('Failed to connect to Telegram. Please check your credentials.').waitFor();
    await failApi(page, '/v1/notifications/settings', 500);
    await saveButton(page).click();
    await page.getByText('Failed to save notification settings. Please try again later.').waitFor();
    await page.evaluate(
      "for (const name of ['Monitor', 'Integrations']) [...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === name).click()",
    );
    await expect.poll(() => tokenField(page).inputValue()).toBe(TOKEN);
    await expect.poll(() => chatField(page).inputValue()).toBe('1001');
    await severity(page, 'Critical only').check();
    await page.getByText('Failed to save notification settings').waitFor({ state: 'hidden' });
  });

  it('does not suppress the question about unsaved changes', async ({ integrations }) => {
    const page = await integrations(account);
    const question = page.getByRole('alertdialog', { name: 'Unsaved Changes' });
    await chatField(page).fill('1002');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => chatField(page).inputValue()).toBe('1002');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });
});

describe('the guide and the last alerts', () => {
  let account: Account;

  beforeAll(async () => {
    account = await makeAccount();
    const slack = { channelId: 's', channelType: 'slack', channelName: 'Ops desk' } as const;
    const cart = { endpoint: 'Cart', incidentId: 'cart' };
    await seedMessages(account, [
      { ...cart, ...slack, state: 'failed', code: 'target_not_found', reason: '404 no_service' },
      cart,
      { endpoint: 'Blog', kind: 'recovery' },
      { endpoint: 'Docs', state: 'skipped', code: 'channel_removed' },
      { endpoint: 'Wiki', kind: 'short_outage', state: 'skipped', code: 'maintenance' },
    ]);
  });

  it('shows each event once with what became of it by channel, live', async ({ integrations }) => {
    const page = await integrations(account);
    const list = page.getByRole('list', { name: 'Recent alerts' });
    const row = (text: string) => list.locator('> li').filter({ hasText: text });
    await row('Cart is down').getByText('The destination no longer exists').waitFor();
    await row('Cart is down').getByText('Sent', { exact: true }).waitFor();
    expect(await row('Cart is down').count()).toBe(1);
    expect(await row('Cart is down').getByText('Ops desk').count()).toBe(1);
    await row('Blog is up again').getByText('Telegram').waitFor();
    await row('Docs is down').getByText('The channel was removed').waitFor();
    await row('Wiki was down').getByText('It happened during maintenance').waitFor();
    await seedMessages(account, [{ endpoint: 'Newest', incidentId: 'newest', createdAt: Date.now() }]);
    await row('').first().filter({ hasText: 'Newest is down' }).waitFor();
  });

  it('has a guide that is opened by keyboard, in both languages', async ({ ownWindow }) => {
    const page = await ownWindow(account, '/settings?tab=integrations');
    const start = page.getByText('the test fails with “chat not found”');
    const guide = page.getByRole('region', { name: 'Setup guide' }).locator('summary');
    await guide.focus();
    await page.keyboard.press('Enter');
    await start.waitFor();
    await page.keyboard.press('Enter');
    await start.waitFor({ state: 'hidden' });
    await page.evaluate("localStorage.setItem('language', 'cn')");
    await page.reload();
    await page.getByRole('region', { name: '设置指南' }).locator('summary').click();
    await page.getByText('群组的 Chat ID 以负号（-）开头').waitFor();
  });
});
