import { expect, test } from 'vitest';
import type { Alert, Delivery } from '../../documents/alert.ts';
import { alertSample, NOW } from '../../testing/samples.ts';
import { MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import type { SendResult } from './backoff.ts';
import { deliveryFailure, finalState, forChannel, isNotified, NO_CHANNEL_ENABLED, nextDelivery } from './delivery.ts';

test.each([
  ['401: Unauthorized', 'telegram_unauthorized'],
  ['400: Bad Request: chat not found', 'telegram_chat_not_found'],
  ['fetch failed', 'telegram_unreachable'],
  ['403', 'telegram_unreachable'],
])('the last error %o means %s', (lastError, failure) => {
  expect(deliveryFailure({ lastError, lastErrorBy: 'telegram' })).toBe(failure);
});

test.each([
  [{ lastError: null, lastErrorBy: null }, null],
  [{ lastError: NO_CHANNEL_ENABLED, lastErrorBy: null }, 'off'],
  [{ lastError: 'error of a removed channel', lastErrorBy: 'pigeons' }, 'off'],
])('%o means %s', (alert, failure) => {
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

test.each<[what: string, alert: Partial<Alert>, expected: Partial<Alert>]>([
  ['that no channel has tried', { nextAt: LATER }, { state: 'waiting', attempts: 0, nextAt: LATER }],
  [
    'that this channel will retry',
    { nextAt: NOW, channels: { telegram: delivery('waiting') } },
    { state: 'waiting', attempts: 1, triedAt: NOW, nextAt: LATER },
  ],
  ['that this channel has sent', { channels: { telegram: delivery('sent') } }, { state: 'sent' }],
  [
    'that another channel will retry',
    { attempts: 1, triedAt: NOW, nextAt: LATER, channels: { pager: delivery('waiting') } },
    { state: 'waiting', attempts: 0, triedAt: null, nextAt: null },
  ],
  ['that another channel has sent', { state: 'sent', channels: { pager: delivery('sent') } }, { state: 'sent' }],
  [
    'that was finished while this channel was disabled',
    { state: 'sent', channels: { telegram: delivery('waiting'), pager: delivery('sent') } },
    { state: 'sent' },
  ],
])('an alert %s, for one channel', (_what, alert, expected) => {
  expect(forChannel('telegram', alertSample(alert))).toMatchObject(expected);
});

test.each<[states: Record<string, Delivery['state']>, state: ReturnType<typeof finalState>, notified: boolean]>([
  [{}, null, false],
  [{ telegram: 'waiting' }, null, false],
  [{ pager: 'sent' }, null, true],
  [{ telegram: 'dead', pager: 'waiting' }, 'dead', false],
  [{ telegram: 'dead', pager: 'sent' }, 'sent', true],
  [{ telegram: 'dropped' }, 'dropped', false],
])('deliveries %o give the final state %s', (states, expected, notified) => {
  const channels = Object.fromEntries(Object.entries(states).map(([name, state]) => [name, delivery(state)]));
  expect(finalState({ channels }, ['telegram'])).toBe(expected);
  expect(isNotified({ state: 'waiting', channels })).toBe(notified);
});

test.each<[result: SendResult, expected: Partial<Delivery>]>([
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
])('the delivery after %o', (result, expected) => {
  expect(nextDelivery(result, 1, NOW, NOW)).toEqual({ attempts: 1, triedAt: NOW, ...expected });
});
