import i18n from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../locales/en.json';
import { ApiFailure, failureOfAnswer, failureOfThrown } from './failure.ts';
import { failureText } from './failure-text.ts';

const TELEGRAM = en.failure.channels.telegram_busy;

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

describe('failureOfAnswer', () => {
  it.each([
    [401, { error: 'no', code: 'unauthenticated' }, 'unauthenticated'],
    [403, { error: 'verify', code: 'unverified' }, 'unverified'],
    [409, { error: 'full', code: 'limit_reached' }, 'limit_reached'],
    [409, { error: 'changed', code: 'conflict' }, 'conflict'],
    [400, 'Bad Request', 'server'],
    [401, null, 'unauthenticated'],
    [403, {}, 'forbidden'],
    [404, '<html>', 'not_found'],
    [500, undefined, 'internal'],
    [502, undefined, 'server'],
    [500, { error: 'odd', code: 'not_found' }, 'internal'],
  ])('%i with %o is %s', (status, body, code) => {
    expect(failureOfAnswer(status, body).code).toBe(code);
  });
});

it('reads when to retry', () => {
  const body = { error: 'Checked just now', code: 'checked_just_now', retryAfter: 12 };
  expect(failureOfAnswer(429, body)).toMatchObject({ code: 'checked_just_now', retryAfterSec: 12 });
  expect(failureOfAnswer(429, { error: 'slow down', code: 'too_many_requests' }).retryAfterSec).toBeNull();
});

describe('failureOfThrown', () => {
  it.each([
    [new DOMException('late', 'TimeoutError'), 'timeout'],
    [new DOMException('stopped', 'AbortError'), 'timeout'],
    [new TypeError('Failed to fetch'), 'network'],
    [Object.assign(new Error('?'), { code: 'auth/network-request-failed' }), 'network'],
    [Object.assign(new Error('?'), { code: 'auth/user-token-expired' }), 'unauthenticated'],
    [new Error('?'), 'unexpected'],
    ['?', 'unexpected'],
    [new ApiFailure('conflict', 'changed'), 'conflict'],
  ])('%o is %s', (thrown, code) => {
    expect(failureOfThrown(thrown).code).toBe(code);
  });
});

describe('failureText', () => {
  it.each([
    [new ApiFailure('unauthenticated', 'x'), 'Authentication failed. Please log in again', null],
    [new ApiFailure('timeout'), 'Request timed out. Please check your connection', null],
    [new ApiFailure('telegram_busy', 'slow down', 'server’s advice'), TELEGRAM.why, TELEGRAM.advice],
    [
      new ApiFailure('invalid', 'name: too long'),
      'Some of what you entered is not valid. Check the fields and try again.',
      null,
    ],
    [new ApiFailure('conflict', 'x', 'server’s advice'), en.failure.conflict, 'server’s advice'],
    [new ApiFailure('unverified', 'x'), en.verify.needed, null],
    [new ApiFailure('not_resendable', 'x'), en.failure.notResendable, null],
    [new ApiFailure('unexpected'), null, null],
    [new Error('anything'), null, null],
  ])('%o has the reason %s and the advice %s', (failure, reason, advice) => {
    expect(failureText(failure)).toEqual({ reason, advice });
  });
});
