import { NO_CHANNEL_ENABLED } from '@farwatch/core/decisions/alerts/delivery';
import { expect, it } from 'vitest';
import { deliveryOf } from './alert-delivery.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const MADE = NOW - 60_000;
const alert = {
  state: 'waiting',
  silencedBy: null,
  attempts: 0,
  nextAt: null,
  lastError: null,
  lastErrorBy: 'telegram',
  createdAt: MADE,
  finishedAt: null,
} as const;

it.each([
  ['made just now', {}, { look: 'pending', told: { text: 'sending' }, failure: null }],
  [
    'tried in vain',
    { attempts: 2, nextAt: NOW + 5_000, lastError: '502: Bad Gateway' },
    { look: 'partial', told: { text: 'retryAt', atMs: NOW + 5_000, count: 2 }, failure: 'telegram_unreachable' },
  ],
  [
    'being tried again',
    { attempts: 2, nextAt: NOW, lastError: '429: retry after 5 s' },
    { look: 'partial', told: { text: 'sending' }, failure: 'telegram_busy' },
  ],
  [
    'held back',
    { state: 'deferred', nextAt: NOW + 9_000 },
    { look: 'pending', told: { text: 'heldUntil', atMs: NOW + 9_000 }, failure: null },
  ],
  [
    'sent, at last',
    { state: 'sent', attempts: 3, finishedAt: NOW - 1 },
    { look: 'up', told: { text: 'sentAt', atMs: NOW - 1 }, failure: null },
  ],
  [
    'silenced',
    { state: 'silenced', silencedBy: 'more_severe' },
    { look: 'none', told: { text: 'silencedBy.more_severe' }, failure: null },
  ],
  [
    'a recovery that nobody waits for',
    { state: 'silenced', silencedBy: 'not_sent' },
    { look: 'none', told: { text: 'silencedBy.not_sent' }, failure: null },
  ],
  [
    'refused',
    { state: 'dead', attempts: 1, lastError: '403: Forbidden: bot was blocked by the user' },
    { look: 'down', told: null, failure: 'telegram_refused' },
  ],
  [
    'without a chat',
    { state: 'dead', attempts: 1, lastError: NO_CHANNEL_ENABLED, lastErrorBy: null },
    { look: 'down', told: null, failure: 'off' },
  ],
  [
    'given up',
    { state: 'dead', attempts: 50, lastError: 'fetch failed' },
    { look: 'down', told: { text: 'gaveUp' }, failure: 'telegram_unreachable' },
  ],
] as const)('%s', (_, change, expected) => {
  expect(deliveryOf({ ...alert, ...change }, NOW)).toEqual(expected);
});
