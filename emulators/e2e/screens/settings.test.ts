import { notificationSettingsSchema } from '@farwatch/core/documents/notification-settings';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount, makeGoogleAccount } from '../testing/accounts.ts';
import { giveAlerts } from '../testing/alerts.ts';
import { failApi, openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { telegramRefuses } from '../testing/services.ts';

const TOKEN = '123456789:AAE-settings_part';
const MASK = '••••••••part';
const problems: string[] = [];
let browser: Browser;
let viewer: Account;

beforeAll(async () => {
  browser = await startBrowser();
  viewer = await makeAccount();
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function settings(tab: string, account = viewer, view: View = {}, more = ''): Promise<Page> {
  return openApp(browser, account, `/settings?tab=${tab}${more}`, view, problems);
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const done = (page: Page) => page.context().close();

/** Presses Try again, where the app has not just done so by itself, until `found` is there. */
async function tryAgain(page: Page, found: Locator): Promise<void> {
  const button = '[role=tabpanel]:not([hidden]) [role=alert] button';
  const press = async () => {
    await page.evaluate(`document.querySelector('${button}')?.click()`);
    return found.isVisible();
  };
  await expect.poll(press, { timeout: 20_000, interval: 250 }).toBe(true);
}

/** Settings as another device has saved them. */
async function storeTelegram({ uid }: Account): Promise<void> {
  const documents = new SeedDocuments();
  documents.put(notificationSettingsSchema, `users/${uid}/private/notifications`, {
    telegram: { enabled: true, bot_token: TOKEN, chat_id: '1001', verified: true },
    thresholds: { severity: 'critical', silence_period: 15 },
  });
  await documents.write(database());
}

/** A chat of its own, so that what Telegram's stand-in is told to refuse meets nobody else. */
const newChat = () => `-${Date.now()}${Math.floor(Math.random() * 1000)}`;

describe('account', () => {
  it('a name saved is in the header at once and after a reload; the address cannot be changed', async () => {
    const page = await settings('account', await makeAccount('Ann Old'));
    const name = page.getByLabel('Display name');
    const header = page.getByRole('banner').getByRole('link', { name: /Account settings/ });
    await name.waitFor();
    expect(await name.inputValue()).toBe('Ann Old');
    expect(await page.getByLabel('Email').isDisabled()).toBe(true);
    expect(await saveButton(page).isDisabled()).toBe(true);
    await name.fill('  Ann New ');
    await name.press('Enter');
    await page.getByText('Account settings updated successfully').waitFor();
    await header.filter({ hasText: 'Ann New' }).waitFor();
    expect(await name.inputValue()).toBe('Ann New');
    await page.reload();
    await header.filter({ hasText: 'Ann New' }).waitFor();
    await done(page);
  });

  it('needs a name, and keeps it when saving fails', async () => {
    const page = await settings('account');
    const name = page.getByLabel('Display name');
    await name.fill(' ');
    await saveButton(page).click();
    await page.getByText('Enter a display name.').waitFor();
    expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await name.fill('Somebody Else');
    const again = await failApi(page, '/settings/account', 500);
    await saveButton(page).click();
    await page.getByRole('alert').getByText('Failed to update account settings').waitFor();
    await page.getByRole('alert').getByText('Internal server error').waitFor();
    expect(await name.inputValue()).toBe('Somebody Else');
    await again();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await name.inputValue()).toBe(viewer.displayName);
    expect(await page.getByRole('alert').count()).toBe(0);
    await done(page);
  });

  it('says what could not be loaded, and tries again; all else still works', async () => {
    const page = await openApp(browser, viewer, '/incidents', {}, problems);
    const alert = page.getByRole('alert');
    const again = [await failApi(page, '/settings', 500), await failApi(page, '/v1/notifications/settings', 500)];
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await alert.getByText('Failed to load settings').waitFor();
    const asked = page.waitForRequest('**/api/settings');
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.getByRole('tab', { name: 'Integrations' }).click();
    await alert.getByText('Failed to load notification settings. Please try again.').waitFor();
    await page.getByText('No alerts yet').waitFor();
    await page.getByRole('tab', { name: 'Languages' }).click();
    await page.getByRole('combobox', { name: 'Language' }).waitFor();
    await Promise.all(again.map((end) => end()));
    await page.getByRole('tab', { name: 'Account' }).click();
    await tryAgain(page, page.getByLabel('Display name'));
    await page.getByRole('tab', { name: 'Integrations' }).click();
    await tryAgain(page, page.getByLabel('Chat ID'));
    await done(page);
  });

  it('tells an account from Google what can be changed', async () => {
    const page = await settings('account', await makeGoogleAccount());
    await page.getByText('You can change your name here, also for an account from Google.').waitFor();
    await page.getByText('This address comes from your Google account and cannot be changed.').waitFor();
    await done(page);
  });
});

describe('monitor', () => {
  it('the slider goes from one interval to the next by keys, and the dashboard knows what was saved', async () => {
    const page = await settings('monitor', await makeAccount());
    const slider = page.getByRole('slider', { name: 'Check interval' });
    await page.getByText('Every 10 minutes', { exact: true }).waitFor();
    await slider.press('ArrowRight');
    await page.getByText('Every 15 minutes', { exact: true }).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('Every 15 minutes');
    await slider.press('End');
    await page.getByText('Every 60 minutes', { exact: true }).waitFor();
    await slider.press('ArrowLeft');
    await page.getByText('32 checks a day').waitFor();
    await saveButton(page).click();
    await page.getByText('Monitor settings updated successfully').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('region', { name: 'Monitor interval' }).getByText('45').waitFor();
    await done(page);
  });

  it('snaps to the nearest under the mouse, and shows what is in force again when saving fails', async () => {
    const page = await settings('monitor');
    const slider = page.getByRole('slider', { name: 'Check interval' });
    await slider.waitFor();
    const track = await page.locator('[data-scope=slider][data-part=track]').boundingBox();
    if (!track) throw new Error('There is no track');
    const at = (minutes: number) => track.x + (track.width * (minutes - 10)) / 50;
    const y = track.y + track.height / 2;
    await page.mouse.click(at(26), y);
    await page.getByText('Every 30 minutes', { exact: true }).waitFor();
    await page.mouse.move(at(30), y);
    await page.mouse.down();
    for (const minutes of [34, 40, 47, 50]) await page.mouse.move(at(minutes), y);
    await page.mouse.up();
    await page.getByText('Every 45 minutes', { exact: true }).waitFor();
    expect(await slider.getAttribute('aria-valuenow')).toBe('45');
    await failApi(page, '/settings/monitors', 'offline');
    await saveButton(page).click();
    await page.getByRole('alert').getByText('Failed to update monitor settings').waitFor();
    await page.getByRole('alert').getByText('Network error').waitFor();
    await page.getByText('Every 10 minutes', { exact: true }).waitFor();
    await done(page);
  });
});

describe('integrations', () => {
  const testButton = (page: Page) => page.getByRole('button', { name: 'Send a test message' });

  async function fill(page: Page, token: string, chat: string) {
    await page.getByLabel('Bot Token', { exact: true }).fill(token);
    await page.getByLabel('Chat ID').fill(chat);
  }

  it('a chat is tested, saved, masked after a reload, and unverified once edited', async () => {
    const page = await settings('integrations', await makeAccount());
    const chat = newChat();
    await page.getByText('Please enter both Bot Token and Chat ID').waitFor();
    expect(await testButton(page).isDisabled()).toBe(true);
    await fill(page, TOKEN, chat);
    await page.getByText('Not verified').waitFor();
    await testButton(page).click();
    await page.getByText('Telegram connection verified. A test message is in your chat. Switch alerts on').waitFor();
    await page.getByText('Verified', { exact: true }).waitFor();
    await page.getByText('Send alerts to Telegram').click();
    await page.getByRole('radio', { name: 'Critical only' }).check();
    await page.getByLabel('Silence period').selectOption('No silence');
    await saveButton(page).click();
    await page.getByText('Notification settings saved successfully').waitFor();

    await page.reload();
    const token = page.getByLabel('Bot Token', { exact: true });
    await token.waitFor();
    expect(await token.inputValue()).toBe(MASK);
    expect(await token.getAttribute('type')).toBe('password');
    expect(await page.getByLabel('Chat ID').inputValue()).toBe(chat);
    expect(await page.getByRole('checkbox', { name: 'Send alerts to Telegram' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Critical only' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Silence period').inputValue()).toBe('0');
    await page.getByText('Verified', { exact: true }).waitFor();

    await token.press('End');
    await token.press('9');
    expect(await token.inputValue()).toBe('9');
    await page.getByText('Not verified').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await token.inputValue()).toBe(MASK);
    await page.getByLabel('Chat ID').fill(`${chat}1`);
    await page.getByText('Not verified').waitFor();
    await done(page);
  });

  it('a test that Telegram refuses says why and what to do', async () => {
    const page = await settings('integrations');
    const alert = page.getByRole('alert');
    const refusals = [
      ['revoked', 'Telegram does not know this bot token', 'Copy it again from @BotFather'],
      ['no chat', 'Telegram does not find this chat', 'starts with a minus sign'],
      ['rate_limit', 'Telegram asks for fewer messages', 'Wait a little, then test again'],
      ['error', 'Telegram cannot be reached', 'try again in a few minutes'],
    ] as const;
    for (const [how, why, advice] of refusals) {
      const chat = how === 'no chat' ? '0' : newChat();
      await fill(page, how === 'revoked' ? '0:revoked' : TOKEN, chat);
      if (how === 'rate_limit' || how === 'error') await telegramRefuses(how, chat);
      await testButton(page).click();
      await alert.getByText(why).waitFor();
      await alert.getByText(advice).waitFor();
      expect(await page.getByLabel('Chat ID').inputValue()).toBe(chat);
    }
    await done(page);
  });

  it('keeps all that was typed when testing, saving or loading anew fails', async () => {
    const page = await settings('integrations', viewer, { language: 'en' });
    await fill(page, 'no token', '1001');
    await testButton(page).click();
    await page.getByText('This is not a bot token').waitFor();
    await fill(page, TOKEN, '1001');
    await failApi(page, '/v1/notifications/telegram/verify', 500);
    await testButton(page).click();
    await page.getByText('Failed to connect to Telegram. Please check your credentials.').waitFor();
    const again = await failApi(page, '/v1/notifications/settings', 500);
    await saveButton(page).click();
    await page.getByText('Failed to save notification settings. Please try again later.').waitFor();
    await again();
    await page.getByRole('tab', { name: 'Monitor' }).click();
    await page.getByRole('tab', { name: 'Integrations' }).click();
    expect(await page.getByLabel('Bot Token', { exact: true }).inputValue()).toBe(TOKEN);
    expect(await page.getByLabel('Chat ID').inputValue()).toBe('1001');
    await done(page);
  });

  it('takes in what another device saved, around what is being typed', async () => {
    const account = await makeAccount();
    const page = await settings('integrations', account);
    await page.getByLabel('Chat ID').fill('-1002');
    await storeTelegram(account);
    const critical = page.getByRole('radio', { name: 'Critical only' });
    const askAgain = async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      return critical.isChecked();
    };
    await expect.poll(askAgain, { timeout: 20_000, interval: 500 }).toBe(true);
    expect(await page.getByLabel('Bot Token', { exact: true }).inputValue()).toBe(MASK);
    expect(await page.getByLabel('Chat ID').inputValue()).toBe('-1002');
    await page.getByText('Not verified').waitFor();
    await done(page);
  });

  it('opens the Chinese guide by keyboard; asks before what is not saved is left', async () => {
    const page = await settings('integrations');
    await page.locator('summary').focus();
    await page.keyboard.press('Enter');
    const guide = page.locator('[lang=zh-CN]').filter({ hasText: 'chat not found' });
    await guide.getByText('负号（-）开头').waitFor();
    await page.keyboard.press('Enter');
    await guide.waitFor({ state: 'hidden' });
    await page.getByLabel('Chat ID').fill('1002');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Unsaved Changes' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Chat ID').inputValue()).toBe('1002');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await done(page);
  });
});

describe('the last alerts', () => {
  it('are shown with what became of them, as it happens', async () => {
    const account = await makeAccount();
    const later = Date.now() + 600_000;
    const unsent = { finishedAt: null, messageId: null };
    const [waiting = ''] = await giveAlerts(account, [
      { endpoint: 'Cart', state: 'waiting', attempts: 2, nextAt: later, lastError: '502: Bad Gateway', ...unsent },
      { endpoint: 'Search', state: 'deferred', attempts: 0, nextAt: later, severity: 'major', ...unsent },
      { endpoint: 'Blog', kind: 'recovery' },
      { endpoint: 'Docs', state: 'silenced', messageId: null },
      { endpoint: 'API', state: 'dead', lastError: '400: Bad Request: chat not found', messageId: null },
      { endpoint: 'Mail', state: 'dead', lastError: 'Telegram is switched off', messageId: null },
    ]);
    const page = await settings('integrations', account);
    const row = (text: string) =>
      page.getByRole('list', { name: 'Last alerts' }).getByRole('listitem').filter({ hasText: text });
    await row('Cart is down').getByText('2 attempts failed. The next is at').waitFor();
    await row('Cart is down').getByText('Telegram cannot be reached.').waitFor();
    await row('Search is down').getByText('Held back', { exact: true }).waitFor();
    await row('Search is down').getByText('It goes out then if the incident is still open.').waitFor();
    await row('Blog is up again').getByText('Sent', { exact: true }).waitFor();
    await row('Docs is down').getByText('Silenced', { exact: true }).waitFor();
    await row('API is down').getByText('starts with a minus sign').waitFor();
    await row('Mail is down').getByText('Not delivered', { exact: true }).waitFor();
    await row('Mail is down').getByText('Telegram was switched off').waitFor();
    await database().doc(`alerts/${waiting}`).update({ state: 'sent', nextAt: null, lastError: null });
    await row('Cart is down').getByText('Sent', { exact: true }).waitFor();
    await giveAlerts(account, [{ endpoint: 'Newest', createdAt: Date.now() }]);
    await page.getByRole('listitem').first().filter({ hasText: 'Newest is down' }).waitFor();
    await done(page);
  });
});

describe('languages', () => {
  const ofAlerts = async (account: Account) => (await database().doc(`users/${account.uid}`).get()).get('language');

  it('a language chosen is shown, remembered, told to the alerts, and outlives what the address asked for', async () => {
    const account = await makeAccount();
    const page = await settings('languages', account, {}, '&lng=en');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('中文');
    await page.getByText('语言偏好已保存').waitFor();
    expect(await page.evaluate("localStorage.getItem('language')")).toBe('cn');
    expect(page.url()).not.toContain('lng');
    expect(await ofAlerts(account)).toBe('cn');
    await page.reload();
    await page.getByRole('heading', { name: '设置' }).waitFor();
    await page.getByRole('combobox', { name: '语言' }).selectOption('English');
    await page.getByText('Language preference saved successfully').waitFor();
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await page.locator('html.dark').waitFor();
    await done(page);
  });

  it('says when alerts keep another language, and gives them this one', async () => {
    const account = await makeAccount();
    const page = await settings('languages', account, { language: 'cn' });
    await page.getByText('警报目前仍以 English 发送').waitFor();
    const again = await failApi(page, '/me', 500);
    await page.getByRole('button', { name: '警报也使用中文' }).click();
    await page.getByRole('alert').getByText('语言已保存在此浏览器中').waitFor();
    await again();
    await page.getByRole('button', { name: '警报也使用中文' }).click();
    await page.getByText('语言偏好已保存').waitFor();
    await page.getByText('警报目前仍以').waitFor({ state: 'hidden' });
    expect(await ofAlerts(account)).toBe('cn');
    await done(page);
  });
});

describe('anybody can use it', () => {
  it.each(['light', 'dark'] as const)(
    'every tab is accessible in %s, and on a phone nothing is wider than it',
    async (theme) => {
      const account = await makeAccount();
      await storeTelegram(account);
      await giveAlerts(account, [
        { endpoint: 'averyveryverylongnameofanendpointwithoutanybreakinit'.repeat(2) },
        { endpoint: 'API', state: 'dead', lastError: '403: Forbidden' },
      ]);
      const phone = theme === 'dark' ? ({ width: 390, language: 'cn' } as const) : {};
      const page = await openApp(browser, account, '/settings', { theme, ...phone }, problems);
      await page.getByRole('tab').last().waitFor();
      for (const index of [0, 1, 2, 3]) {
        await page.getByRole('tab').nth(index).click();
        await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor();
        if (index === 2) {
          await page.locator('summary').click();
          await page.getByRole('listitem').last().waitFor();
        }
        await expectAccessible(page);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      }
      await done(page);
    },
  );
});
