import { expect, test } from 'vitest';
import type { SendResult } from './backoff.ts';
import { combinedResult, deliveryFailure, SWITCHED_OFF } from './delivery.ts';

test.each([
  ['401: Unauthorized', 'telegram_unauthorized'],
  ['400: Bad Request: chat not found', 'telegram_chat_not_found'],
  ['403: Forbidden: bot was blocked by the user', 'telegram_refused'],
  ['429: retry after 30 s', 'telegram_busy'],
  ['502: Bad Gateway', 'telegram_unreachable'],
  ['fetch failed', 'telegram_unreachable'],
  ['403', 'telegram_unreachable'],
])('an alert whose last error reads %o failed with %s', (lastError, failure) => {
  expect(deliveryFailure({ lastError, lastErrorBy: 'telegram' })).toBe(failure);
});

test.each([
  [{ lastError: null, lastErrorBy: null }, null],
  [{ lastError: SWITCHED_OFF, lastErrorBy: null }, 'off'],
  [{ lastError: 'of a channel that is no more', lastErrorBy: 'pigeons' }, 'off'],
])('%o failed with %s', (alert, failure) => {
  expect(deliveryFailure(alert)).toBe(failure);
});

const RESULTS: Record<SendResult['outcome'], SendResult> = {
  sent: { outcome: 'sent', messageId: null },
  refused: { outcome: 'refused', reason: '403: no' },
  failed: { outcome: 'failed', reason: '502: later' },
  limited: { outcome: 'limited', reason: '429: slow', retryAfterSec: 3 },
};

test.each<{ of: SendResult['outcome'][]; is: SendResult['outcome'] }>([
  { of: ['sent'], is: 'sent' },
  { of: ['refused', 'sent'], is: 'sent' },
  { of: ['sent', 'failed'], is: 'failed' },
  { of: ['failed', 'limited', 'refused'], is: 'limited' },
  { of: ['refused', 'refused'], is: 'refused' },
])('what ended as $of in its channels is $is', ({ of, is }) => {
  const results = of.map((outcome) => ({ channel: 'telegram' as const, result: RESULTS[outcome] }));
  expect(combinedResult(results)).toEqual({ channel: 'telegram', result: RESULTS[is] });
});

test('where no channel is switched on, nothing is tried again', () => {
  expect(combinedResult([])).toEqual({ channel: null, result: { outcome: 'refused', reason: SWITCHED_OFF } });
});
