import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { holdApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';
import { callBotApi, writeToBot } from '../testing/services.ts';
import { saveButton } from '../testing/settings-screen.ts';

const newToken = () => `${Date.now()}${Math.floor(Math.random() * 1000)}:AAE-onboarding_part`;
const tokenField = (page: Page) => page.getByLabel('Bot Token', { exact: true });
const chatField = (page: Page) => page.getByLabel('Chat ID', { exact: true });
const findButton = (page: Page) => page.getByRole('button', { name: 'Find my chat ID' });
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });

describe('a new account', () => {
  it('is guided through its first monitor, alert and check', async ({ tab }) => {
    const account = await makeAccount();
    const page = await tab(account, '/monitors', { width: 320 });
    await steps(page).getByText('No monitors found').waitFor();
    await steps(page).getByText('0 of 3 done').waitFor();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    const [seeded] = await seedMonitors(account, [{ name: 'Shop', paths: ['/site/onboarding'] }]);
    const [endpointId = ''] = seeded?.endpointIds ?? [];
    const monitor = database().doc(`monitors/${seeded?.monitorId}`);
    const status = (to: string) =>
      monitor.update({ [`endpoints.${endpointId}.status`]: to, updatedAt: Timestamp.now() });
    await status('pending');
    await steps(page).getByText('Alerts are off').waitFor();
    await steps(page).getByText('1 of 3 done').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectAccessible(page);

    const token = newToken();
    await writeToBot(token, '1001');
    await steps(page).getByRole('link', { name: 'Set up alerts' }).click();
    await tokenField(page).fill(token);
    await findButton(page).click();
    await page.getByText('Found “Demo” (private chat).').waitFor();
    await expect.poll(() => chatField(page).inputValue()).toBe('1001');
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await page.getByText('Telegram connection verified').waitFor();
    await saveButton(page).click();
    await page.getByText('Notification settings saved successfully').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await steps(page).getByText('Waiting for the first check').waitFor();
    await steps(page).getByText('2 of 3 done').waitFor();
    await status('up');
    await steps(page).waitFor({ state: 'hidden' });
  });
});

describe('finding a chat', () => {
  let account: Account;
  let page: Page;

  beforeAll(async () => {
    account = await makeAccount();
  });

  it.beforeEach(async ({ tab }) => {
    page = await tab(account, '/settings?tab=integrations');
    await tokenField(page).waitFor();
  });

  it('needs a token', async () => {
    await expect.poll(() => findButton(page).isDisabled()).toBe(true);
    await tokenField(page).fill('no token');
    await findButton(page).click();
    await page.getByText('This is not a bot token').waitFor();
  });

  it('shows what to do until a message was sent to the bot', async () => {
    const token = newToken();
    await tokenField(page).fill(token);
    await findButton(page).click();
    await page.getByText('No recent messages to your bot.').waitFor();
    const bot = `farwatch_${token.split(':')[0]}_bot`;
    await expect
      .poll(() => page.getByRole('link', { name: `Open @${bot}` }).getAttribute('href'))
      .toBe(`https://t.me/${bot}`);
  });

  it.for<[string, () => Promise<string>, string, string]>([
    [
      'a wrong token',
      async () => '0:revoked',
      'Telegram does not recognize this bot token',
      'Copy the whole token from @BotFather again',
    ],
    [
      'a webhook',
      async () => {
        const token = newToken();
        await callBotApi(token, 'setWebhook?url=https://bot.farwatch.test/');
        return token;
      },
      'Another program receives the messages of this bot',
      'This bot has a webhook',
    ],
  ])('explains %s', async ([, tokenOf, why, advice]) => {
    await tokenField(page).fill(await tokenOf());
    await findButton(page).click();
    await page.getByRole('alert').getByText(why).waitFor();
    await page.getByRole('alert').getByText(advice).waitFor();
    await tokenField(page).fill(newToken());
    await page.getByRole('alert').waitFor({ state: 'hidden' });
  });

  it('ignores the result for a token that was replaced meanwhile', async () => {
    const token = newToken();
    await writeToBot(token, '1001');
    const release = await holdApi(page, '/v1/notifications/telegram/chats');
    await tokenField(page).fill(token);
    await findButton(page).click();
    await tokenField(page).fill(newToken());
    release();
    await findButton(page).click();
    await page.getByText('No recent messages to your bot.').waitFor();
    await expect.poll(() => chatField(page).inputValue()).toBe('');
  });

  it('ignores the failure of an earlier search, and does not delay the next one', async () => {
    const [token, { promise: held, resolve: release }] = [newToken(), Promise.withResolvers<void>()];
    await writeToBot(token, '1001');
    let searches = 0;
    await page.route('**/telegram/chats', async (route) => {
      searches += 1;
      if (searches > 1) return route.continue();
      await held;
      await route.abort('connectionfailed');
    });
    await tokenField(page).fill(newToken());
    await findButton(page).click();
    await tokenField(page).fill(token);
    await findButton(page).click();
    await page.getByText('Found “Demo” (private chat).').waitFor();
    const failed = page.waitForEvent('requestfailed');
    release();
    await failed;
    await page.unroute('**/telegram/chats');
    await page.getByText('Found “Demo” (private chat).').waitFor();
    expect(await page.getByText('The chats could not be looked up.').count()).toBe(0);
  });

  it('keeps a chat that was typed meanwhile, and offers the found one', async () => {
    const token = newToken();
    await writeToBot(token, '1001');
    const release = await holdApi(page, '/v1/notifications/telegram/chats');
    await tokenField(page).fill(token);
    await findButton(page).click();
    await chatField(page).fill('-7007');
    release();
    const found = page.getByRole('radio', { name: /Demo.*private chat/ });
    await found.waitFor();
    await expect.poll(() => chatField(page).inputValue()).toBe('-7007');
    await found.check();
    await expect.poll(() => chatField(page).inputValue()).toBe('1001');
    await chatField(page).fill('');
  });

  it('offers several chats, also for a stored token, which the browser never receives', async ({ tab }) => {
    page = await tab(await makeAccount(), '/settings?tab=integrations');
    const token = newToken();
    for (const chat of ['1001', '-2002']) await writeToBot(token, chat);
    await tokenField(page).fill(token);
    await saveButton(page).click();
    await page.getByText('Notification settings saved successfully').waitFor();
    await expect.poll(() => tokenField(page).inputValue()).toBe('••••••••part');
    const answer = page.waitForResponse('**/telegram/chats');
    await findButton(page).click();
    expect(await (await answer).text()).not.toContain('onboarding');
    await page.getByRole('radio', { name: /Operations.*group/ }).check();
    await expect.poll(() => chatField(page).inputValue()).toBe('-2002');
    await page.getByRole('radio', { name: /Demo.*private chat/ }).check();
    await expect.poll(() => chatField(page).inputValue()).toBe('1001');
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page);
    }
    await expectAccessible(page);
  });
});
