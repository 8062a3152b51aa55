import { describe, expect, test } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { channelSchema } from './channel.ts';
import { accountEmailChannel, channelsOf, withoutOwnAddress } from './channels-of.ts';
import { DEFAULT_NOTIFICATION_SETTINGS, type StoredNotifications } from './notification-settings.ts';
import { newUser } from './user.ts';

const MAIL = { isMailConfigured: true };
const user = newUser({ displayName: 'Ann', email: 'ann@farwatch.test' }, NOW);

function settingsSample(changes: Partial<StoredNotifications> = {}): StoredNotifications {
  return { ...DEFAULT_NOTIFICATION_SETTINGS, ...changes };
}

describe('an account that has set nothing up', () => {
  test('is notified by email at its own address', () => {
    const { email, ...others } = channelsOf(settingsSample(), user, MAIL);
    expect(channelSchema.parse(email)).toMatchObject({
      type: 'email',
      enabled: true,
      settings: { address: 'ann@farwatch.test' },
      verifiedAt: NOW,
    });
    expect(others).toEqual({});
  });

  test.each([
    ['the installation sends no mail', user, { isMailConfigured: false }],
    ['the account is not known', null, MAIL],
    ['its address is not known yet', { ...user, email: '' }, MAIL],
  ])('has no channel if %s', (_, account, installation) => {
    expect(channelsOf(settingsSample(), account, installation)).toEqual({});
  });
});

test('what the owner stored replaces the default, such as after an unsubscription', () => {
  const stored = channelSchema.parse({ ...accountEmailChannel(user), enabled: false });
  const other = { ...stored, settings: { address: 'team@farwatch.test' }, verifiedAt: null };
  const settings = settingsSample({ channels: { email: stored, team: other } });
  expect(channelsOf(settings, user, MAIL)).toEqual({ email: stored, team: other });
});

test.each([
  ['tested', { enabled: true, verified: true }, { enabled: true, verifiedAt: 0 }],
  ['not tested', { enabled: false, verified: false }, { enabled: false, verifiedAt: null }],
])('the specified Telegram integration is the channel telegram: %s', (_, changes, expected) => {
  const settings = settingsSample({ telegram: { botToken: '1:a', chatId: '7', ...changes } });
  const { telegram } = channelsOf(settings, null, MAIL);
  expect(channelSchema.parse(telegram)).toMatchObject({
    type: 'telegram',
    settings: { botToken: '1:a', chatId: '7' },
    ...expected,
  });
});

test('email to the account’s own address follows it, however else it was changed', () => {
  const email = { ...channelSchema.parse(accountEmailChannel(user)), enabled: false };
  const stored = withoutOwnAddress(settingsSample({ channels: { email } }), user);
  const moved = { ...user, email: 'ann.new@farwatch.test' };
  expect(channelsOf(stored, moved, MAIL)).toEqual({ email: { ...email, settings: { address: moved.email } } });
  expect(channelsOf(stored, { ...user, email: '' }, MAIL)).toEqual({});
  const elsewhere = settingsSample({ channels: { email: { ...email, settings: { address: 'team@farwatch.test' } } } });
  expect(withoutOwnAddress(elsewhere, user)).toBe(elsewhere);
});
