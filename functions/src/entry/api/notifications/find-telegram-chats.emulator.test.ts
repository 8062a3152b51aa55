import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { newChat } from '../../../testing/outbox.ts';
import { setTelegramMode, telegramCall, useTelegram, writeToBot } from '../../../testing/telegram-chat.ts';

const FIND = '/api/v1/notifications/telegram/chats';

let api: TestApi;
let user: TestUser;
let token: string;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user();
  token = `${newChat().replace(/\D/g, '')}:AAE-secret_part`;
});
afterEach(() => setTelegramMode({ mode: 'ok' }));

const find = (botToken = token) => api.call(user, 'POST', FIND, { botToken });

describe('the chats of a bot', () => {
  test('are empty before anyone has written to it, but have its name', async () => {
    expect(await find()).toMatchObject({
      status: 200,
      body: { bot: `farwatch_${token.split(':')[0]}_bot`, chats: [] },
    });
  });

  test('are those that wrote to it, most recent first, on every call', async () => {
    await writeToBot(token, '1001');
    await writeToBot(token, '-2002');
    const chats = [
      { id: '-2002', kind: 'group', title: 'Operations' },
      { id: '1001', kind: 'private', title: 'Demo' },
    ];
    expect((await find()).body).toMatchObject({ chats });
    expect((await find()).body).toMatchObject({ chats });
  });

  test('include the latest, however many unread messages there are', async () => {
    for (let index = 1; index <= 120; index += 1) await writeToBot(token, index === 1 ? '1001' : '-2002');
    await writeToBot(token, '3003');
    const { body } = await find();
    expect((body as { chats: { id: string }[] }).chats.map(({ id }) => id)).toEqual(['3003', '-2002', '1001']);
  });

  test('are found with the mask of the stored token, and no answer has the token', async () => {
    const telegram = { enabled: false, botToken: token, chatId: '', verified: false };
    const thresholds = { severity: 'high', silencePeriod: 15 };
    await api.call(user, 'PUT', '/api/v1/notifications/settings', { telegram, thresholds });
    await writeToBot(token, '1001');
    const { status, body } = await find('••••••••part');
    expect([status, body]).toMatchObject([200, { chats: [{ id: '1001' }] }]);
    expect(JSON.stringify(body)).not.toContain('secret');
    const other = await api.user();
    expect((await api.call(other, 'POST', FIND, { botToken: '••••••••part' })).status).toBe(400);
  });

  test('are not listed if a webhook receives the bot’s messages', async () => {
    await telegramCall(token, 'setWebhook', 'url=https://bot.farwatch.test/');
    const refused = await find();
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'telegram_taken', details: expect.stringContaining('webhook') },
    });
    expect(JSON.stringify(refused.body)).not.toContain('secret');
    await telegramCall(token, 'deleteWebhook');
    expect((await find()).status).toBe(200);
  });

  test.each([
    ['unauthorized', 400, 'telegram_unauthorized'],
    ['rate_limit', 429, 'telegram_busy'],
    ['error', 502, 'telegram_unreachable'],
    ['hang', 502, 'telegram_unreachable'],
  ] as const)('%s: returns the reason', async (mode, status, code) => {
    await setTelegramMode({ mode, retry_after: 7 });
    const { status: found, body } = await find();
    expect([found, body]).toMatchObject([status, { code }]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test.each([['not-a-token'], ['0:revoked']])('the token %s is rejected by Telegram', async (given) => {
    expect(await find(given)).toMatchObject({ status: 400, body: { code: 'telegram_unauthorized' } });
  });

  test.each([[''], ['1:a/../x'], ['••••••••part'], [5]])('%j is refused', async (botToken) => {
    expect(await api.call(user, 'POST', FIND, { botToken })).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('require a signed-in user', async () => {
    expect((await api.call(null, 'POST', FIND, { botToken: token })).status).toBe(401);
  });
});
