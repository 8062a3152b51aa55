import { describe, expect, it } from 'vitest';
import { canTest, editToken, isVerified } from './telegram-draft.ts';

const MASK = '••••••••part';
const stored = { enabled: true, botToken: MASK, chatId: '1001', verified: true };

it.each([
  [{}, true],
  [{ botToken: '' }, false],
  [{ chatId: '  ' }, false],
])('returns whether a draft with %o can be tested: %s', (change, expected) => {
  expect(canTest({ ...stored, ...change })).toBe(expected);
});

it.each([
  [{}, true],
  [{ enabled: false }, true],
  [{ chatId: '1002' }, false],
  [{ botToken: '1:new' }, false],
])('returns whether a draft with %o is verified: %s', (change, expected) => {
  expect(isVerified(stored, { ...stored, ...change })).toBe(expected);
  expect(isVerified({ ...stored, verified: false }, stored)).toBe(false);
});

describe('editToken', () => {
  it.each([
    ['keeps what is typed at the end of the mask', MASK, `${MASK}1`, '1'],
    ['keeps what is typed at the start of the mask', MASK, `1${MASK}`, '1'],
    ['keeps what is typed within the mask', MASK, '••••1:a••••part', '1:a'],
    ['takes a token that replaces the mask', MASK, '123:abc', '123:abc'],
    ['takes a replacement with the same ending', MASK, '123456789:AAE-settings_part', '123456789:AAE-settings_part'],
    ['takes a replacement with the same last letter', MASK, '1:least', '1:least'],
    ['takes the last letter of the mask as a replacement', MASK, 't', 't'],
    ['keeps what replaces a part of the mask', MASK, '••••x', 'x'],
    ['clears the token when the last character is deleted', MASK, '••••••••par', ''],
    ['clears the token when a character within is deleted', MASK, '•••••••part', ''],
    ['clears the token when all but the end is deleted', MASK, 'part', ''],
    ['clears the token when all is deleted', MASK, '', ''],
    ['edits a new token', '12', '123', '123'],
    ['takes the first token', '', '1', '1'],
  ])('%s', (_, shown, input, expected) => {
    expect(editToken(shown, input, shown === '' ? '' : MASK)).toBe(expected);
  });
});
