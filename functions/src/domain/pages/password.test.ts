import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password.ts';

const HASH = await hashPassword('correct horse');

test.each([
  ['correct horse', HASH, true],
  ['Correct horse', HASH, false],
  ['', HASH, false],
  ['', 'scrypt$$', false],
  ['correct horse', HASH.replace('scrypt', 'plain'), false],
  ['correct horse', '', false],
])('%j against %s: %j', async (password, hash, expected) => expect(await isPassword(password, hash)).toBe(expected));

test('the same password has another hash each time, and letters may be encoded in either way', async () => {
  expect(await hashPassword('correct horse')).not.toBe(HASH);
  expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});
