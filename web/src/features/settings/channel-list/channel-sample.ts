import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';

/** A verified ntfy channel for tests, with the changes that a test needs. */
export function channelSample(changes: Partial<ChannelAnswer> = {}): ChannelAnswer {
  return {
    id: 'c1',
    type: 'ntfy',
    name: 'Phone',
    enabled: true,
    settings: { serverUrl: 'https://ntfy.sh', topic: 'alerts', token: '••••••••' },
    verifiedAt: '2026-01-15T12:00:00.000Z',
    timing: IMMEDIATE,
    severity: null,
    monitors: ['a', 'gone'],
    tags: null,
    events: null,
    alsoSlow: false,
    language: null,
    createdAt: '2026-01-15T12:00:00.000Z',
    managed: null,
    isBuiltIn: false,
    unsubscribedAt: null,
    state: { status: 'working', lastSentAt: null, failure: null, quota: null },
    ...changes,
  };
}
