import { describe, expect, it } from 'vitest';
import { errorMessage } from '../texts/check-error-text.ts';
import { type CheckError, checkErrorSchema, checkSchema } from './check.ts';

it.each<{ error: CheckError | null; statusCode: number | null; message: string | null }>([
  { error: null, statusCode: 200, message: null },
  { error: 'status', statusCode: 503, message: 'The server answered with status 503' },
  { error: 'status', statusCode: null, message: 'The server answered with an error status' },
  { error: 'timeout', statusCode: null, message: 'No answer in time' },
  { error: 'tls', statusCode: null, message: 'The secure connection failed' },
])(
  'a check that ended in $error with status $statusCode is described as "$message"',
  ({ error, statusCode, message }) => {
    expect(errorMessage(error, statusCode)).toBe(message);
  },
);

/** Packed checks store indexes in this list, so new codes may only be added at its end. */
it('the error codes keep their indexes', () => {
  const codes =
    'status timeout dns refused reset unreachable tls certificate redirects address headers protocol network';
  expect(checkErrorSchema.options.slice(0, 13)).toEqual(codes.split(' '));
});

describe('an invalid check is refused', () => {
  const check = { endpoint: 'abc', at: 1, ms: 1, statusCode: 200, error: null };
  it.each([
    { ...check, endpoint: 'a,b' },
    { ...check, endpoint: 'a;b' },
    { ...check, endpoint: 'a.b' },
    { ...check, endpoint: 'a/b' },
    { ...check, endpoint: '__name__' },
    { ...check, endpoint: '' },
    { ...check, endpoint: 'x'.repeat(129) },
    { ...check, at: -1 },
    { ...check, at: 1.5 },
    { ...check, at: Number.NaN },
    { ...check, ms: -1 },
    { ...check, ms: 120_001 },
    { ...check, statusCode: 99 },
    { ...check, statusCode: 1000 },
    { ...check, error: 'weird' },
  ])('%j', (each) => {
    expect(checkSchema.safeParse(check).success).toBe(true);
    expect(checkSchema.safeParse(each).success).toBe(false);
  });
});
