import { expect, test } from 'vitest';
import { Problem } from './problem.ts';
import { registrationTarget } from './registration-target.ts';

const LINK = 'https://farwatch.test/agent/register?code=abc-123&name=Taipei+1&country=tw';

test.each([
  [LINK, undefined, { origin: 'https://farwatch.test', code: 'abc-123' }],
  [LINK, 'http://localhost:5000', { origin: 'http://localhost:5000', code: 'abc-123' }],
  ['http://localhost:5000/agent/register?code=x', undefined, { origin: 'http://localhost:5000', code: 'x' }],
  ['abc-123', 'https://farwatch.test/some/path', { origin: 'https://farwatch.test', code: 'abc-123' }],
  [' abc-123 ', 'farwatch.test', { origin: 'https://farwatch.test', code: 'abc-123' }],
])('%s at %s', (linkOrCode, server, expected) => {
  expect(registrationTarget(linkOrCode, server)).toEqual(expected);
});

test.each([
  ['abc-123', undefined],
  ['abc-123', 'http://'],
  ['https://farwatch.test/agent/register', undefined],
  ['https://farwatch.test/agent/register?code=', undefined],
  ['https://', undefined],
])('%s at %s is a problem', (linkOrCode, server) => {
  expect(() => registrationTarget(linkOrCode, server)).toThrow(Problem);
});
