import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isPassword } from './password.ts';

const SALT = Buffer.alloc(16, 7);
const KEY = scryptSync('correct horse', SALT, 32, { N: 16_384, r: 8, p: 1 });
const HASH = `scrypt:${SALT.toString('base64url')}:${KEY.toString('base64url')}`;

test.each([
  ['correct horse', HASH, true],
  ['Correct horse', HASH, false],
  ['', HASH, false],
  ['', 'scrypt::', false],
  ['correct horse', HASH.replace('scrypt', 'plain'), false],
  ['correct horse', '', false],
])('%j against %s: %j', async (password, hash, expected) => expect(await isPassword(password, hash)).toBe(expected));
