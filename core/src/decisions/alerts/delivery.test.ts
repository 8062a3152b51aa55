import { expect, test } from 'vitest';
import type { Alert, Delivery } from '../../documents/alert.ts';
import { alertSample, NOW } from '../../testing/samples.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import type { SendResult } from './backoff.ts';
import { afterTry, forChannel, deliveryFailure, endOf, isNotified, NO_CHANNEL_ENABLED } from './delivery.ts';

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
  [{ lastError: NO_CHANNEL_ENABLED, lastErrorBy: null }, 'off'],
  [{ lastError: 'of a channel that is no more', lastErrorBy: 'pigeons' }, 'off'],
])('%o failed with %s', (alert, failure) => {
  expect(deliveryFailure(alert)).toBe(failure);
});

const LATER = NOW + MINUTE_MS;
const delivery = (state: Delivery['state'], changes: Partial<Delivery> = {}): Delivery => ({
  state,
  attempts: 1,
  triedAt: NOW,
  nextAt: state === 'waiting' ? LATER : null,
  ...changes,
});

test.each<[what: string, alert: Partial<Alert>, seen: Partial<Alert>]>([
  ['that none has tried', { nextAt: LATER }, { state: 'waiting', attempts: 0, nextAt: LATER }],
  [
    'that it is to try again',
    { nextAt: NOW, channels: { telegram: delivery('waiting') } },
    { state: 'waiting', attempts: 1, triedAt: NOW, nextAt: LATER },
  ],
  ['that it took', { channels: { telegram: delivery('sent') } }, { state: 'sent' }],
  [
    'that another is to try again',
    { attempts: 1, triedAt: NOW, nextAt: LATER, channels: { pager: delivery('waiting') } },
    { state: 'waiting', attempts: 0, triedAt: null, nextAt: null },
  ],
  ['that another took', { state: 'sent', channels: { pager: delivery('sent') } }, { state: 'sent' }],
  [
    'that ended while it was switched off',
    { state: 'sent', channels: { telegram: delivery('waiting'), pager: delivery('sent') } },
    { state: 'sent' },
  ],
])('an alert %s, as a channel sees it', (_what, alert, seen) => {
  expect(forChannel('telegram', alertSample(alert))).toMatchObject(seen);
});

test.each<[states: Record<string, Delivery['state']>, end: ReturnType<typeof endOf>, isNotified: boolean]>([
  [{}, null, false],
  [{ telegram: 'waiting' }, null, false],
  [{ pager: 'sent' }, null, true],
  [{ telegram: 'dead', pager: 'waiting' }, 'dead', false],
  [{ telegram: 'dead', pager: 'sent' }, 'sent', true],
  [{ telegram: 'silenced' }, 'silenced', false],
])('where its channels say %o an alert ends as %s', (states, end, told) => {
  const channels = Object.fromEntries(Object.entries(states).map(([name, state]) => [name, delivery(state)]));
  expect(endOf({ channels }, ['telegram'])).toBe(end);
  expect(isNotified({ state: 'waiting', channels })).toBe(told);
});

test.each<[result: SendResult, after: Partial<Delivery>]>([
  [
    { outcome: 'sent', messageId: null },
    { state: 'sent', nextAt: null },
  ],
  [
    { outcome: 'refused', reason: '403: no' },
    { state: 'dead', nextAt: null },
  ],
  [
    { outcome: 'failed', reason: '502: later' },
    { state: 'waiting', nextAt: NOW + 10 * SECOND_MS },
  ],
  [
    { outcome: 'limited', reason: '429: slow', retryAfterSec: 3 },
    { state: 'waiting', nextAt: NOW + 3 * SECOND_MS },
  ],
])('after a try that ended as %o', (result, after) => {
  expect(afterTry(result, 1, NOW, NOW)).toEqual({ attempts: 1, triedAt: NOW, ...after });
});

test('what failed for a day is given up', () => {
  const failed: SendResult = { outcome: 'failed', reason: '502: later' };
  expect(afterTry(failed, 9, NOW - DAY_MS, NOW)).toMatchObject({ state: 'dead', nextAt: null });
});
