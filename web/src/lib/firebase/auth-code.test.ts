import { expect, it } from 'vitest';
import { authCode } from './auth-code.ts';

it.each([
  [{ code: 'auth/user-disabled' }, 'auth/user-disabled'],
  [new Error('?'), ''],
  [null, ''],
])('the code of %o is %s', (thrown, code) => {
  expect(authCode(thrown)).toBe(code);
});
