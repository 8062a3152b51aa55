import { expect, test } from 'vitest';
import { PostError } from '../../platform/net/post.ts';
import { accepted, failed, reasonOf, tryLater } from './delivery.ts';

test.each([
  [null, 30],
  [0, 1],
  [0.65, 1],
  [7, 7],
  [9_999_999, 86_400],
])('a limit of %j s is one of %i s', (afterSec, retryAfterSec) => {
  const headers = new Headers(afterSec === null ? {} : { 'retry-after': String(afterSec) });
  const result = { outcome: 'limited', retryAfterSec, code: 'busy', reason: '429' };
  expect(tryLater({ status: 429, headers, text: '' }, '429')).toEqual(result);
});

test('a reason is one short line without secrets', () => {
  const answer = { status: 400, headers: new Headers(), text: `no\n  key s3cret ${'x'.repeat(400)}` };
  const reason = reasonOf(answer, ['', 's3cret']);
  expect(reason).toMatch(/^400: no key … x+$/);
  expect(reason).toHaveLength(300);
  expect(reasonOf({ ...answer, text: ' ' })).toBe('400');
  expect(reasonOf(answer, [], 'no \ud83d')).toBe('400: no \ufffd');
});

test('only a PostError is a failed delivery', () => {
  const error = new PostError('forbidden_address', 'a.farwatch.test is not a public address');
  expect(failed(error)).toEqual({ outcome: 'failed', code: 'forbidden_address', reason: error.message });
  expect(() => failed(new TypeError('mistake'))).toThrow('mistake');
});

test.each([
  [200, 'ok', 'sent'],
  [200, '{"status":1}', 'sent'],
  [202, '', 'sent'],
  [200, '1', 'sent'],
  [200, '<!DOCTYPE html><title>Sign in</title>', 'failed'],
  [200, '\uFEFF\r\n <html>', 'failed'],
  [202, '<?xml version="1.0"?><html>', 'failed'],
])('a success, %i with %j, is %s', (status, text, outcome) => {
  // As Slack's 'ok' has it.
  const headers = new Headers({ 'content-type': 'text/html' });
  expect(accepted({ status, headers, text }).outcome).toBe(outcome);
});
