import { expect, test } from 'vitest';
import { type ChannelState, channelState, type Deliveries } from './channel-state.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const ready = { enabled: true, verifiedAt: NOW - 9_000 };
const refusal = { code: 'refused', reason: '403', at: NOW - 5_000 } as const;
const sent: Deliveries = { lastSentAt: NOW - 7_000, failure: null, stopped: null };

test.each<[string, Parameters<typeof channelState>[0], Deliveries | null, Partial<ChannelState>]>([
  ['new', ready, null, { status: 'working', lastSentAt: null, failure: null }],
  ['delivering', ready, sent, { status: 'working', lastSentAt: NOW - 7_000 }],
  [
    'off',
    { ...ready, enabled: false },
    { ...sent, failure: { ...refusal, since: NOW } },
    { status: 'off', failure: null },
  ],
  ['not verified', { ...ready, verifiedAt: null }, sent, { status: 'unverified' }],
  [
    'failing',
    ready,
    { ...sent, failure: { ...refusal, since: NOW - 6_000 } },
    { status: 'failing', failure: { ...refusal, since: NOW - 6_000, until: null } },
  ],
  [
    'stopped until its settings change',
    ready,
    { ...sent, stopped: { ...refusal, until: null } },
    { status: 'stopped', failure: { ...refusal, since: null, until: null } },
  ],
  ['stopped for a time', ready, { ...sent, stopped: { ...refusal, until: NOW + 1 } }, { status: 'stopped' }],
  ['stopped for a time that is over', ready, { ...sent, stopped: { ...refusal, until: NOW } }, { status: 'working' }],
])('a channel that is %s', (_, channel, deliveries, expected) => {
  expect(channelState(channel, deliveries, NOW)).toMatchObject(expected);
});
