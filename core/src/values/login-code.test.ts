import { expect, test } from 'vitest';
import { loginCodeSchema, loginPagePath, shownLoginCode } from './login-code.ts';

test.each([
  ['BCDFGHJK', 'BCDFGHJK'],
  ['bcdf-ghjk', 'BCDFGHJK'],
  [' bcdf ghjk\n', 'BCDFGHJK'],
  ['BCDFGHJ', null],
  ['BCDFGHJKL', null],
  ['BCDFGHJA', null],
  ['BCDFGHJ0', null],
  ['BCDFGHJÄ', null],
  ['', null],
  ['B'.repeat(10_000), null],
])('%j is read as %j', (typed, code) => {
  expect(loginCodeSchema.safeParse(typed).data ?? null).toBe(code);
});

test('a code is shown in two halves, also in the address of its page', () => {
  expect(shownLoginCode('BCDFGHJK')).toBe('BCDF-GHJK');
  expect(loginPagePath('BCDFGHJK')).toBe('/connect?code=BCDF-GHJK');
});
