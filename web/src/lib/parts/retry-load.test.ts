import { expect, test } from 'vitest';
import { scriptAddressIn } from './retry-load.ts';

const ORIGIN = 'https://farwatch.test';
const SCRIPT = `${ORIGIN}/assets/settings-page-BQif-jXr.js`;

test.each([
  ['Chrome', `Failed to fetch dynamically imported module: ${SCRIPT}`],
  ['Firefox', `error loading dynamically imported module: ${SCRIPT}`],
])('finds the failed script in the error of %s', (_, message) => {
  expect(scriptAddressIn(new TypeError(message), ORIGIN)).toBe(SCRIPT);
});

test.each([
  ['an error of Safari', new TypeError('Importing a module script failed.')],
  ['a script of another origin', new TypeError('Failed: https://farwatch.test.evil.test/a.js')],
  ['a value that is not an error', SCRIPT],
])('finds no script in %s', (_, error) => {
  expect(scriptAddressIn(error, ORIGIN)).toBeNull();
});
