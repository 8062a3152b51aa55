import { expect, it } from 'vitest';
import { latestCode } from './latest-code.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString();
const response = (code: string | null, hour: number | null) => ({
  registrationCode: code,
  registrationExpiresAt: hour === null ? null : at(hour),
});

it.each<[string, Parameters<typeof latestCode>[0], string | null]>([
  ['no code', [null, null], null],
  ['a used code', [response(null, null)], null],
  ['only the first code', [response('a', 1), null, null], 'a'],
  ['a later code created here', [response('a', 1), response('b', 2), null], 'b'],
  ['a later code created elsewhere', [response('a', 1), response('b', 2), response('c', 3)], 'c'],
  ['an outdated list', [null, response('b', 2), response('a', 1)], 'b'],
])('%s', (_, answers, expected) => {
  expect(latestCode(answers)?.code ?? null).toBe(expected);
});
