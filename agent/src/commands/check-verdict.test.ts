import { expect, test } from 'vitest';
import { aResult } from '../probe/testing/result.ts';
import { type OneCheck, verdictOf } from './check-verdict.ts';

const good = aResult({ statusCode: 200 });
const failed = aResult({ statusCode: 503, error: 'status' });
const hindered = aResult({ error: 'dns', localFailure: 'resolver' });

function checks(...results: OneCheck['result'][]): OneCheck[] {
  return results.map((result, index) => ({ result, atMs: 1_000 * index, endedAtMs: 1_000 * index + result.ms }));
}

test.each([
  ['a success', checks(good), true, { verdict: 'up', why: 'status 200' }],
  ['a success without a status', checks(aResult({})), true, { verdict: 'up', why: 'no failure' }],
  ['two failures', checks(failed, failed), true, { verdict: 'down', why: 'The server answered with status 503' }],
  [
    'a failure and then a success',
    checks(failed, good),
    true,
    { verdict: 'up', why: 'The first check failed, the second succeeded: status 200' },
  ],
  [
    'a success that nothing proves',
    checks(good),
    false,
    { verdict: 'unknown', why: 'no internet connection: no reference site answers' },
  ],
  [
    'failures without the internet',
    checks(failed, failed),
    false,
    { verdict: 'unknown', why: 'no internet connection: no reference site answers' },
  ],
  ['a local failure', checks(hindered), true, { verdict: 'unknown', why: 'the DNS resolver cannot be reached' }],
  [
    'a local failure at the second',
    checks(failed, hindered),
    true,
    { verdict: 'unknown', why: 'the DNS resolver cannot be reached' },
  ],
])('%s', (_name, made, seesInternet, expected) => {
  expect(verdictOf(made, seesInternet)).toEqual(expected);
});
