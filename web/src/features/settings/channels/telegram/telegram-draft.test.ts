import { describe, expect, it } from 'vitest';
import { canTest, isVerified, typedToken } from './telegram-draft.ts';

const MASK = '••••••••part';
const stored = { enabled: true, bot_token: MASK, chat_id: '1001', verified: true };

it.each([
  [{}, true],
  [{ bot_token: '' }, false],
  [{ chat_id: '  ' }, false],
])('with %o it can be tested: %s', (change, expected) => {
  expect(canTest({ ...stored, ...change })).toBe(expected);
});

it.each([
  [{}, true],
  [{ enabled: false }, true],
  [{ chat_id: '1002' }, false],
  [{ bot_token: '1:new' }, false],
])('with %o it is verified: %s', (change, expected) => {
  expect(isVerified(stored, { ...stored, ...change })).toBe(expected);
  expect(isVerified({ ...stored, verified: false }, stored)).toBe(false);
});

describe('typedToken', () => {
  it.each([
    ['at its end', MASK, `${MASK}1`, '1'],
    ['at its beginning', MASK, `1${MASK}`, '1'],
    ['within', MASK, '••••1:a••••part', '1:a'],
    ['over all of it', MASK, '123:abc', '123:abc'],
    ['over all of it, ending as it does', MASK, '123456789:AAE-settings_part', '123456789:AAE-settings_part'],
    ['over all of it, ending in its last letter', MASK, '1:least', '1:least'],
    ['over all of it, its last letter', MASK, 't', 't'],
    ['over a part', MASK, '••••x', 'x'],
    ['taken from', MASK, '••••••••par', ''],
    ['taken within', MASK, '•••••••part', ''],
    ['taken from all but its end', MASK, 'part', ''],
    ['emptied', MASK, '', ''],
    ['a new token', '12', '123', '123'],
    ['where none is stored', '', '1', '1'],
  ])('%s', (_, shown, typed, expected) => {
    expect(typedToken(shown, typed, shown === '' ? '' : MASK)).toBe(expected);
  });
});
