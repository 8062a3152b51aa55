import { describe, expect, test } from 'vitest';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  maskSecrets,
  type NotificationSettings,
} from '../../documents/notification-settings.ts';
import { maskSecret, resolveSecret } from '../../values/channels/secret.ts';
import { telegramInputSchema } from '../../values/channels/telegram/telegram.ts';
import { notificationInputSchema, savedSettings } from './notifications.ts';

const TOKEN = '123456789:AAE-secret_part';

const STORED: NotificationSettings = {
  telegram: { enabled: true, bot_token: TOKEN, chat_id: '-1001', verified: true },
  thresholds: { severity: 'high', silence_period: 15 },
};

test.each([
  ['', ''],
  ['1:token', '••••••••'],
  [TOKEN, '••••••••part'],
])('the mask of %j is %j', (token, mask) => {
  expect(maskSecret(token)).toBe(mask);
  expect(resolveSecret(mask, token)).toBe(token);
  expect(notificationInputSchema.shape.telegram.shape.bot_token.parse(mask)).toBe(mask);
});

test('the mask of a token that was replaced meanwhile is no token', () => {
  expect(resolveSecret('••••••••ther', TOKEN)).toBe(TOKEN);
  expect(resolveSecret('1:other', TOKEN)).toBe('1:other');
});

describe('saving', () => {
  const shown = maskSecrets(STORED);
  const change = (telegram: object) =>
    savedSettings({ ...shown, telegram: { ...shown.telegram, ...telegram } }, STORED);

  test('what is shown changes nothing', () => {
    expect(shown.telegram.bot_token).not.toContain('secret');
    expect(change({})).toEqual(STORED);
  });

  test.each<[string, object, boolean]>([
    ['another token', { bot_token: '1:other' }, false],
    ['no token', { bot_token: '' }, false],
    ['another chat', { chat_id: '2' }, false],
    ['switching off', { enabled: false }, true],
  ])('%s', (_what, telegram, verified) => {
    expect(change(telegram).telegram).toEqual({ ...STORED.telegram, ...telegram, verified });
  });

  test('the input cannot set verified', () => {
    expect(change({ chat_id: '2', verified: true }).telegram.verified).toBe(false);
    const first = savedSettings({ ...STORED }, DEFAULT_NOTIFICATION_SETTINGS);
    expect(first.telegram).toEqual({ ...STORED.telegram, verified: false });
  });
});

describe('saving over what another page has saved meanwhile', () => {
  const was = maskSecrets(STORED);
  const now: NotificationSettings = {
    telegram: { enabled: false, bot_token: '9:another-token', chat_id: '-2002', verified: true },
    thresholds: { severity: 'all', silence_period: 0 },
  };

  test('keeps that where the page changes nothing of it', () => {
    expect(savedSettings({ ...was, was }, now)).toEqual(now);
    const thresholds = { ...was.thresholds, silence_period: 30 };
    const saved = savedSettings({ ...was, thresholds, was }, now);
    expect(saved).toEqual({ ...now, thresholds: { severity: 'all', silence_period: 30 } });
  });

  test.each<[string, object, boolean]>([
    ['another token', { bot_token: '1:other' }, false],
    ['no token', { bot_token: '' }, false],
    ['another chat', { chat_id: '3' }, false],
  ])('and changes what the page changes: %s', (_what, telegram, verified) => {
    const saved = savedSettings({ ...was, telegram: { ...was.telegram, ...telegram }, was }, now);
    expect(saved.telegram).toEqual({ ...now.telegram, ...telegram, verified });
  });

  test('without what was read, all is as the page has it', () => {
    const saved = savedSettings(was, now);
    expect(saved.thresholds).toEqual(was.thresholds);
    expect(saved.telegram).toMatchObject({ enabled: true, chat_id: '-1001', verified: false });
  });
});

test.each([
  'a/b',
  '../getMe',
  '1:a b',
  '1:a\n2',
  '1:a?x',
  '1:a#',
  '•',
  '•••',
  '••••••••../x',
  'x'.repeat(201),
  5,
  null,
])('%j is no token', (bot_token) => {
  expect(telegramInputSchema.safeParse({ bot_token, chat_id: '1' }).success).toBe(false);
});

test.each(['', '  ', '1 2', '1\n2', '1/2', 'x'.repeat(101), 5, null])('%j is no chat', (chat_id) => {
  expect(telegramInputSchema.safeParse({ bot_token: TOKEN, chat_id }).success).toBe(false);
});
