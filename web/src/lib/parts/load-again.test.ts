import { expect, test } from 'vitest';
import { addressIn } from './load-again.ts';

const ORIGIN = 'https://farwatch.test';
const SCRIPT = `${ORIGIN}/assets/settings-page-BQif-jXr.js`;

test.each([
  ['Chrome', `Failed to fetch dynamically imported module: ${SCRIPT}`],
  ['Firefox', `error loading dynamically imported module: ${SCRIPT}`],
])('%s names the script that it could not import', (_, message) => {
  expect(addressIn(new TypeError(message), ORIGIN)).toBe(SCRIPT);
});

test.each([
  ['Safari names none', new TypeError('Importing a module script failed.')],
  ['one of another origin is not asked for', new TypeError('Failed: https://farwatch.test.evil.test/a.js')],
  ['what is no error names none', SCRIPT],
])('%s', (_, error) => {
  expect(addressIn(error, ORIGIN)).toBeNull();
});
