import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { describe, expect, it } from 'vitest';
import { canTest, draftOf, isVerified, readDraft, typedToken } from './notification-draft.ts';

const MASK = '••••••••part';
const stored: NotificationSettings = {
  telegram: { enabled: true, bot_token: MASK, chat_id: '1001', verified: true },
  thresholds: { severity: 'high', silence_period: 15 },
};
const draft = draftOf(stored);

describe('readDraft', () => {
  it('gives what is saved, trimmed, with the mask as it is', () => {
    expect(readDraft({ ...draft, chat_id: ' -1002 ', silence_period: 0 })).toEqual({
      input: {
        telegram: { enabled: true, bot_token: MASK, chat_id: '-1002', verified: false },
        thresholds: { severity: 'high', silence_period: 0 },
      },
    });
  });

  it.each([
    [{ bot_token: 'not a token' }, 'bot_token'],
    [{ bot_token: 'a/b', chat_id: '1 2' }, 'bot_token'],
    [{ chat_id: 'my group' }, 'chat_id'],
  ])('of %o, %s is wrong', (change, wrong) => {
    expect(readDraft({ ...draft, ...change })).toEqual({ wrong });
  });
});

it.each([
  [{}, true],
  [{ bot_token: '' }, false],
  [{ chat_id: '  ' }, false],
])('with %o it can be tested: %s', (change, expected) => {
  expect(canTest({ ...draft, ...change })).toBe(expected);
});

it.each([
  [{}, true],
  [{ enabled: false, severity: 'all' as const }, true],
  [{ chat_id: '1002' }, false],
  [{ bot_token: '1:new' }, false],
])('with %o it is verified: %s', (change, expected) => {
  expect(isVerified(stored, { ...draft, ...change })).toBe(expected);
  expect(isVerified({ ...stored, telegram: { ...stored.telegram, verified: false } }, draft)).toBe(false);
});

describe('typedToken', () => {
  it.each([
    ['at its end', MASK, `${MASK}1`, '1'],
    ['at its beginning', MASK, `1${MASK}`, '1'],
    ['within', MASK, '••••1:a••••part', '1:a'],
    ['over all of it', MASK, '123:abc', '123:abc'],
    ['over a part', MASK, '••••x', 'x'],
    ['taken from', MASK, '••••••••par', ''],
    ['taken within', MASK, '•••••••part', ''],
    ['emptied', MASK, '', ''],
    ['a new token', '12', '123', '123'],
    ['where none is stored', '', '1', '1'],
  ])('%s', (_, shown, typed, expected) => {
    expect(typedToken(shown, typed, shown === '' ? '' : MASK)).toBe(expected);
  });
});
