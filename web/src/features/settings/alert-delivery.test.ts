import { NO_CHANNEL_ENABLED } from '@farwatch/core/decisions/alerts/delivery';
import type { Alert } from '@farwatch/core/documents/alert';
import { describe, expect, it } from 'vitest';
import { deliveryOf, withoutRepeats } from './alert-delivery.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const CREATED = NOW - 60_000;
const alert = {
  state: 'waiting',
  dropReason: null,
  attempts: 0,
  nextAt: null,
  lastError: null,
  lastErrorBy: 'telegram',
  createdAt: CREATED,
  finishedAt: null,
} as const;

it.each([
  ['created just now', {}, { look: 'pending', detail: { key: 'sending' }, failure: null }],
  [
    'waiting for a retry',
    { attempts: 2, nextAt: NOW + 5_000, lastError: '502: Bad Gateway' },
    { look: 'partial', detail: { key: 'retryAt', atMs: NOW + 5_000, count: 2 }, failure: 'telegram_unreachable' },
  ],
  [
    'being retried',
    { attempts: 2, nextAt: NOW, lastError: '429: retry after 5 s' },
    { look: 'partial', detail: { key: 'sending' }, failure: 'telegram_busy' },
  ],
  [
    'held back',
    { state: 'deferred', nextAt: NOW + 9_000 },
    { look: 'pending', detail: { key: 'heldUntil', atMs: NOW + 9_000 }, failure: null },
  ],
  [
    'sent after retries',
    { state: 'sent', attempts: 3, finishedAt: NOW - 1 },
    { look: 'up', detail: { key: 'sentAt', atMs: NOW - 1 }, failure: null },
  ],
  [
    'dropped',
    { state: 'dropped', dropReason: 'more_severe' },
    { look: 'none', detail: { key: 'dropReason.more_severe' }, failure: null },
  ],
  [
    'a recovery whose outage was never sent',
    { state: 'dropped', dropReason: 'not_sent' },
    { look: 'none', detail: { key: 'dropReason.not_sent' }, failure: null },
  ],
  [
    'refused',
    { state: 'dead', attempts: 1, lastError: '403: Forbidden: bot was blocked by the user' },
    { look: 'down', detail: null, failure: 'telegram_refused' },
  ],
  [
    'without a chat',
    { state: 'dead', attempts: 1, lastError: NO_CHANNEL_ENABLED, lastErrorBy: null },
    { look: 'down', detail: null, failure: 'off' },
  ],
  [
    'dead after 24 hours of retries',
    { state: 'dead', attempts: 50, lastError: 'fetch failed' },
    { look: 'down', detail: { key: 'gaveUp' }, failure: 'telegram_unreachable' },
  ],
] as const)('%s', (_, change, expected) => {
  expect(deliveryOf({ ...alert, ...change }, NOW)).toEqual(expected);
});

describe('alerts of one outage', () => {
  const listed = (id: string, change: Partial<Alert> = {}) => {
    const outage = { incidentId: 'i', outage: 1, kind: 'outage', state: 'sent', messageId: 7 } as const;
    return { id, ...outage, ...change };
  };
  const shown = (alerts: ReturnType<typeof listed>[]) => withoutRepeats(alerts).map(({ id }) => id);

  it('that one message covers are listed once, the newest', () => {
    expect(shown([listed('critical'), listed('major')])).toEqual(['critical']);
    const waiting = { state: 'waiting', messageId: null } as const;
    expect(shown([listed('critical', waiting), listed('major', waiting)])).toEqual(['critical']);
  });

  it.each<[string, Partial<Alert>]>([
    ['another message', { messageId: 8 }],
    ['a recovery in the same message', { kind: 'recovery' }],
    ['another outage', { outage: 2 }],
    ['a dropped alert', { state: 'dropped' }],
  ])('are listed in addition to %s', (_, change) => {
    expect(shown([listed('a'), listed('b', change)])).toEqual(['a', 'b']);
  });

  it('are not mistaken for notices, which have no incident', () => {
    const notice = { incidentId: null, outage: null, messageId: null };
    expect(shown([listed('a', notice), listed('b', notice)])).toEqual(['a', 'b']);
  });
});
