import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTIFICATIONS_ID, notifications, users } from '../../../platform/db/collections.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { newChat } from '../../../testing/outbox.ts';
import { messagesIn, setTelegramMode, useTelegram } from '../../../testing/telegram-chat.ts';
import { T0 } from '../../../testing/test-project.ts';

const SETTINGS = '/api/v1/notifications/settings';
const VERIFY = '/api/v1/notifications/telegram/verify';
const TOKEN = '123456789:AAE-secret_part';
const MASK = '••••••••part';

let api: TestApi;
let user: TestUser;
let chat: string;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user();
  chat = newChat();
});
afterEach(() => setTelegramMode({ mode: 'ok' }));

function settings(telegram: Partial<NotificationSettings['telegram']> = {}): NotificationSettings {
  return {
    telegram: { enabled: true, botToken: TOKEN, chatId: chat, verified: false, ...telegram },
    thresholds: { severity: 'critical', silencePeriod: 0 },
  };
}

/** The specified part of what is stored. */
async function stored(): Promise<NotificationSettings | null> {
  const found = notifications.read(await notifications.ref(api.project.run(T0).db, NOTIFICATIONS_ID, user.uid).get());
  return found && { telegram: found.telegram, thresholds: found.thresholds };
}

async function save(body: NotificationSettings): Promise<NotificationSettings> {
  const { status, body: answer } = await api.call(user, 'PUT', SETTINGS, body);
  expect(status).toBe(200);
  return answer as NotificationSettings;
}

const verify = (botToken = TOKEN, chatId = chat) => api.call(user, 'POST', VERIFY, { botToken, chatId });

describe('settings', () => {
  test('have defaults, which are not stored', async () => {
    expect((await api.call(user, 'GET', SETTINGS)).body).toEqual({
      telegram: { enabled: false, botToken: '', chatId: '', verified: false },
      thresholds: { severity: 'high', silencePeriod: 15 },
    });
    expect(await stored()).toBeNull();
  });

  test('are saved completely, and the token is never returned', async () => {
    expect(await save(settings())).toEqual(settings({ botToken: MASK }));
    expect(await stored()).toEqual(settings());
    expect((await api.call(user, 'GET', '/v1/notifications/settings')).body).toEqual(settings({ botToken: MASK }));
    const other = await api.user();
    expect((await api.call(other, 'GET', SETTINGS)).body).toMatchObject({ telegram: { chatId: '' } });
  });

  test('keep the token if given any mask', async () => {
    await save(settings());
    await save(settings({ botToken: MASK, enabled: false }));
    expect(await stored()).toEqual(settings({ enabled: false }));
    await save(settings({ botToken: '••••••••ther' }));
    expect(await stored()).toEqual(settings());
    await save(settings({ botToken: '' }));
    expect(await stored()).toEqual(settings({ botToken: '' }));
  });

  test('are verified only by a test, and unverified by another token or chat', async () => {
    expect((await save(settings({ verified: true }))).telegram.verified).toBe(false);
    await verify();
    expect((await save(settings({ botToken: MASK }))).telegram.verified).toBe(true);
    expect((await save(settings({ botToken: MASK, chatId: newChat() }))).telegram.verified).toBe(false);
    await verify();
    expect((await save(settings({ botToken: '1:other' }))).telegram.verified).toBe(false);
  });

  test('set alertsOn in the profile', async () => {
    const alertsOn = async () => users.read(await users.ref(api.project.run(T0).db, user.uid).get())?.alertsOn;
    await api.call(user, 'GET', '/me');
    expect(await alertsOn()).toBe(false);
    await save(settings());
    expect(await alertsOn()).toBe(false);
    await verify();
    expect(await alertsOn()).toBe(true);
    await save(settings({ botToken: MASK, enabled: false }));
    expect(await alertsOn()).toBe(false);
    await save(settings({ botToken: MASK }));
    expect(await alertsOn()).toBe(true);
    await save(settings({ botToken: MASK, chatId: '' }));
    expect(await alertsOn()).toBe(false);
  });

  const bad: [string, object | string][] = [
    ['nothing', {}],
    ['half', { telegram: settings().telegram }],
    ['an unknown severity', { ...settings(), thresholds: { severity: 'loud', silencePeriod: 0 } }],
    ...[-5, 121, 125, 7, 2.5, '5', null].map((silencePeriod): [string, object] => [
      `silence of ${silencePeriod}`,
      { ...settings(), thresholds: { severity: 'all', silencePeriod } },
    ]),
    ...['../x', '1:a b', '1:a\nb', 'x'.repeat(201)].map((botToken): [string, object] => [
      `token ${JSON.stringify(botToken)}`,
      settings({ botToken }),
    ]),
    ['a chat with a break', settings({ chatId: '1\n2' })],
    ['an array', []],
    ['__proto__', '{"__proto__": {"telegram": {}}}'],
  ];
  test.each(bad)('%s is refused and changes nothing', async (_what, body) => {
    const before = await save(settings());
    expect(await api.call(user, 'PUT', SETTINGS, body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect((await api.call(user, 'GET', SETTINGS)).body).toEqual(before);
  });

  test('require a signed-in user', async () => {
    expect((await api.call(null, 'GET', SETTINGS)).status).toBe(401);
    expect((await api.call(null, 'PUT', SETTINGS, settings())).status).toBe(401);
    expect((await api.call(null, 'POST', VERIFY, { botToken: TOKEN, chatId: chat })).status).toBe(401);
  });
});

describe('the test of a chat', () => {
  test('sends a message and saves the settings', async () => {
    expect(await verify()).toMatchObject({
      status: 200,
      body: {
        telegram: { enabled: false, botToken: MASK, chatId: chat, verified: true },
        thresholds: { severity: 'high', silencePeriod: 15 },
      },
    });
    expect(await messagesIn(chat)).toEqual(['✅ Farwatch can send messages to this chat.']);
    expect((await stored())?.telegram).toMatchObject({ botToken: TOKEN, verified: true });
  });

  test('uses the user’s language and the stored token, and keeps the rest', async () => {
    await api.call(user, 'PUT', '/me', { language: 'cn' });
    await save(settings());
    expect((await verify(MASK)).body).toEqual(settings({ botToken: MASK, verified: true }));
    expect(await messagesIn(chat)).toEqual(['✅ Farwatch 可以向此聊天发送消息。']);
  });

  test('reaches a group that became a supergroup', async () => {
    await setTelegramMode({ mode: 'upgraded', chat_id: chat });
    expect((await verify()).status).toBe(200);
    expect(await messagesIn(String(-1e12 - Number(chat)))).toHaveLength(1);
  });

  test.each([
    ['unauthorized', 400, 'telegram_unauthorized', '@BotFather', '401: Unauthorized'],
    ['chat_not_found', 400, 'telegram_chat_not_found', 'press Start', 'chat not found'],
    ['rate_limit', 429, 'telegram_busy', 'Wait', '429'],
    ['error', 502, 'telegram_unreachable', 'try again', '500'],
    ['hang', 502, 'telegram_unreachable', 'try again', 'timed out'],
  ] as const)('%s: returns advice', async (mode, status, code, advice, technical) => {
    await save(settings());
    await setTelegramMode({ mode, retry_after: 7 });
    const answer = await verify();
    expect(answer).toMatchObject({
      status,
      body: {
        code,
        error: expect.stringContaining('Telegram'),
        details: expect.stringContaining(advice),
        technicalDetails: expect.stringContaining(technical),
      },
    });
    expect(answer.headers.get('Retry-After')).toBe(mode === 'rate_limit' ? '7' : null);
    expect(await stored()).toEqual(settings());
    expect(await messagesIn(chat)).toEqual([]);
  });

  test('fails if Telegram is unreachable', async () => {
    const root = process.env.TELEGRAM_API_ROOT;
    process.env.TELEGRAM_API_ROOT = 'http://127.0.0.1:9';
    const { status, body } = await verify();
    process.env.TELEGRAM_API_ROOT = root;
    expect([status, body]).toMatchObject([502, { code: 'telegram_unreachable' }]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test.each([
    ['a malformed token', 'not-a-token', '1', 'telegram_unauthorized'],
    ['a revoked token', '0:revoked', '1', 'telegram_unauthorized'],
    ['an unknown chat', TOKEN, 'unknown', 'telegram_chat_not_found'],
  ])('%s', async (_what, token, chatId, code) => {
    expect(await verify(token, chatId)).toMatchObject({ status: 400, body: { code } });
    expect(await stored()).toBeNull();
  });

  test('a failure keeps verified settings verified', async () => {
    await verify();
    await setTelegramMode({ mode: 'error' });
    expect((await verify(MASK)).status).toBe(502);
    expect((await stored())?.telegram.verified).toBe(true);
  });

  test.each([
    [{}],
    [{ botToken: '', chatId: '1' }],
    [{ botToken: TOKEN }],
    [{ botToken: TOKEN, chatId: ' ' }],
    [{ botToken: 5, chatId: 5 }],
    [{ botToken: '1:a/../x', chatId: '1' }],
    [{ botToken: MASK, chatId: '1' }],
  ])('%j is refused', async (body) => {
    expect(await api.call(user, 'POST', VERIFY, body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await stored()).toBeNull();
  });
});
