import { describe, expect, it } from 'vitest';
import type { Channel } from '../../documents/channel.ts';
import { DEFAULT_NOTIFICATION_SETTINGS, type StoredNotifications } from '../../documents/notification-settings.ts';
import { newUser } from '../../documents/user.ts';
import { IMMEDIATE } from '../../values/channel-timing.ts';
import { readableSettings, readableUser } from './readable-settings.ts';

const CHANNEL: Channel = {
  type: 'slack',
  name: 'Team',
  enabled: true,
  settings: { url: 'https://hooks.farwatch.test/a' },
  verifiedAt: 5,
  severity: 'critical',
  monitors: ['m'],
  tags: ['live'],
  events: ['failure'],
  alsoSlow: false,
  language: 'cn',
  timing: { ...IMMEDIATE, delayMin: 5 },
  createdAt: 3,
};
const SETTINGS: StoredNotifications = {
  telegram: { enabled: true, botToken: '1:token', chatId: '7', verified: true },
  telegramTiming: { ...IMMEDIATE, reminderMin: 10 },
  channels: { a: CHANNEL, b: CHANNEL },
  thresholds: { severity: 'all', silencePeriod: 0 },
};
const withChannel = (changes: object) => ({ ...SETTINGS, channels: { a: { ...CHANNEL, ...changes }, b: CHANNEL } });

describe('stored settings', () => {
  it('that are intact stay as they are', () => {
    expect(readableSettings(SETTINGS)).toEqual(SETTINGS);
  });

  it.each<[string, unknown, Partial<StoredNotifications>]>([
    [
      'an unknown filter',
      { ...SETTINGS, thresholds: { severity: 'loud', silencePeriod: 0 } },
      { thresholds: { severity: 'high', silencePeriod: 0 } },
    ],
    [
      'a silence period that is no step',
      { ...SETTINGS, thresholds: { severity: 'all', silencePeriod: 7 } },
      { thresholds: { severity: 'all', silencePeriod: 15 } },
    ],
    ['no thresholds', { ...SETTINGS, thresholds: null }, { thresholds: DEFAULT_NOTIFICATION_SETTINGS.thresholds }],
    ['a broken Telegram', { ...SETTINGS, telegram: 'x' }, { telegram: DEFAULT_NOTIFICATION_SETTINGS.telegram }],
    ['a broken timing of Telegram', { ...SETTINGS, telegramTiming: { delayMin: -1 } }, { telegramTiming: IMMEDIATE }],
    ['channels that are a list', { ...SETTINGS, channels: [1] }, { channels: {} }],
    ['a confirmation at no time', { ...SETTINGS, confirmationsMs: ['x'] }, {}],
    [
      'a channel with a broken timing',
      withChannel({ timing: 5 }),
      { channels: { a: { ...CHANNEL, timing: IMMEDIATE }, b: CHANNEL } },
    ],
    [
      'a channel with an unknown language',
      withChannel({ language: 'xx' }),
      { channels: { a: { ...CHANNEL, language: null }, b: CHANNEL } },
    ],
    [
      'a channel with unknown monitors',
      withChannel({ monitors: 'all' }),
      { channels: { a: { ...CHANNEL, monitors: null }, b: CHANNEL } },
    ],
    [
      'a channel with unknown tags and events',
      withChannel({ tags: 5, events: ['all'] }),
      { channels: { a: { ...CHANNEL, tags: null, events: null }, b: CHANNEL } },
    ],
    ['a channel with an unknown type', withChannel({ type: 'pigeon' }), { channels: { b: CHANNEL } }],
    ['a channel without a target', withChannel({ settings: null }), { channels: { b: CHANNEL } }],
    ['a channel that is a text', { ...SETTINGS, channels: { a: 'x', b: CHANNEL } }, { channels: { b: CHANNEL } }],
  ])('with %s lose nothing else', (_what, stored, changed) => {
    expect(readableSettings(stored)).toEqual({ ...SETTINGS, ...changed });
  });

  it.each([null, 'x', 5, [], {}])('that are %j are the defaults', (stored) => {
    expect(readableSettings(stored)).toEqual(DEFAULT_NOTIFICATION_SETTINGS);
  });
});

it('a profile keeps its address and language if something else cannot be read', () => {
  const user = { ...newUser({ displayName: 'Ann', email: 'ann@farwatch.test', language: 'cn' }, 5) };
  expect(readableUser({ ...user, plan: 'free', monitorInterval: 7 })).toEqual(user);
  expect(readableUser({ ...user, language: 'xx' })).toEqual({ ...user, language: 'en' });
});
