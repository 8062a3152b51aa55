import { expect, test } from 'vitest';
import { accountInputSchema } from './settings.ts';

test.each([
  ['Ann', true],
  [' Ann ', true],
  ['', false],
  ['  ', false],
  ['Ann\nB', false],
  ['x'.repeat(201), false],
])('the display name %o is taken: %s', (displayName, taken) => {
  expect(accountInputSchema.safeParse({ displayName }).success).toBe(taken);
});
