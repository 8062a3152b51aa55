import { expect, it } from 'vitest';
import { newestCode } from './latest-code.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString();
const answer = (code: string | null, hour: number | null) => ({
  registration_code: code,
  registration_expires_at: hour === null ? null : at(hour),
});

it.each<[string, Parameters<typeof newestCode>[0], string | null]>([
  ['none known', [null, null], null],
  ['one used', [answer(null, null)], null],
  ['only the given one', [answer('a', 1), null, null], 'a'],
  ['a newer one made here', [answer('a', 1), answer('b', 2), null], 'b'],
  ['a newer one made elsewhere', [answer('a', 1), answer('b', 2), answer('c', 3)], 'c'],
  ['a list from before it was made', [null, answer('b', 2), answer('a', 1)], 'b'],
])('%s', (_, answers, expected) => {
  expect(newestCode(answers)?.code ?? null).toBe(expected);
});
