import { describe, expect, test } from 'vitest';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  maskSecrets,
  type NotificationSettings,
} from '../../documents/notification-settings.ts';
import { maskSecret, resolveSecret } from '../../values/channels/secret.ts';
import { telegramInputSchema } from '../../values/channels/telegram.ts';
import { notificationInputSchema, savedSettings } from './notifications.ts';

const TOKEN = '123456789:AAE-secret_part';

const STORED: NotificationSettings = {
  telegram: { enabled: true, botToken: TOKEN, chatId: '-1001', verified: true },
  thresholds: { severity: 'high', silencePeriod: 15 },
};

test.each([
  ['', ''],
  ['1:token', '••••••••'],
  [TOKEN, '••••••••part'],
])('the mask of %j is %j', (token, mask) => {
  expect(maskSecret(token)).toBe(mask);
  expect(resolveSecret(mask, token)).toBe(token);
  expect(notificationInputSchema.shape.telegram.shape.botToken.parse(mask)).toBe(mask);
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
    expect(shown.telegram.botToken).not.toContain('secret');
    expect(change({})).toEqual(STORED);
  });

  test.each<[string, object, boolean]>([
    ['another token', { botToken: '1:other' }, false],
    ['no token', { botToken: '' }, false],
    ['another chat', { chatId: '2' }, false],
    ['switching off', { enabled: false }, true],
  ])('%s', (_what, telegram, verified) => {
    expect(change(telegram).telegram).toEqual({ ...STORED.telegram, ...telegram, verified });
  });

  test('the input cannot set verified', () => {
    expect(change({ chatId: '2', verified: true }).telegram.verified).toBe(false);
    const first = savedSettings({ ...STORED }, DEFAULT_NOTIFICATION_SETTINGS);
    expect(first.telegram).toEqual({ ...STORED.telegram, verified: false });
  });
});

describe('saving over what another page has saved meanwhile', () => {
  const was = maskSecrets(STORED);
  const now: NotificationSettings = {
    telegram: { enabled: false, botToken: '9:another-token', chatId: '-2002', verified: true },
    thresholds: { severity: 'all', silencePeriod: 0 },
  };

  test('keeps that where the page changes nothing of it', () => {
    expect(savedSettings({ ...was, was }, now)).toEqual(now);
    const thresholds = { ...was.thresholds, silencePeriod: 30 };
    const saved = savedSettings({ ...was, thresholds, was }, now);
    expect(saved).toEqual({ ...now, thresholds: { severity: 'all', silencePeriod: 30 } });
  });

  test.each<[string, object, boolean]>([
    ['another token', { botToken: '1:other' }, false],
    ['no token', { botToken: '' }, false],
    ['another chat', { chatId: '3' }, false],
  ])('and changes what the page changes: %s', (_what, telegram, verified) => {
    const saved = savedSettings({ ...was, telegram: { ...was.telegram, ...telegram }, was }, now);
    expect(saved.telegram).toEqual({ ...now.telegram, ...telegram, verified });
  });

  test('without what was read, all is as the page has it', () => {
    const saved = savedSettings(was, now);
    expect(saved.thresholds).toEqual(was.thresholds);
    expect(saved.telegram).toMatchObject({ enabled: true, chatId: '-1001', verified: false });
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
])('%j is no token', (botToken) => {
  expect(telegramInputSchema.safeParse({ botToken, chatId: '1' }).success).toBe(false);
});

test.each(['', '  ', '1 2', '1\n2', '1/2', 'x'.repeat(101), 5, null])('%j is no chat', (chatId) => {
  expect(telegramInputSchema.safeParse({ botToken: TOKEN, chatId }).success).toBe(false);
});
