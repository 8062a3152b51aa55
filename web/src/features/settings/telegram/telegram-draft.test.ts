import { expect, it } from 'vitest';
import { canTest, isVerified } from './telegram-draft.ts';

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
