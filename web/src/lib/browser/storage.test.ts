import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseStored } from './storage.ts';

it.each([
  ['{"email":"a@farwatch.test"}', { email: 'a@farwatch.test' }],
  ['{"email":5}', null],
  ['nonsense', null],
  [null, null],
])('reads %s as %o', (text, expected) => {
  expect(parseStored(z.object({ email: z.string() }), text)).toEqual(expected);
});
