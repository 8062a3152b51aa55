import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type ChannelState, channelState, type Deliveries } from '@farwatch/core/decisions/channels/channel-state';
import type { Channel } from '@farwatch/core/documents/channel';
import { maskSettings } from '@farwatch/core/values/channels/channel-settings';
import { isBuiltIn } from './stored-channels.ts';

/** A channel as answers have it. `deliveries`: null before its first message. */
export function channelAnswer(
  id: string,
  channel: Channel,
  deliveries: Deliveries | null,
  nowMs: number,
): ChannelAnswer {
  const { verifiedAt, createdAt, unsubscribedAt = null, settings, retired: _, ...shown } = channel;
  return {
    ...shown,
    id,
    settings: maskSettings(channel.type, settings),
    verifiedAt: isoOf(verifiedAt),
    createdAt: isoOf(createdAt),
    unsubscribedAt: isoOf(unsubscribedAt),
    isBuiltIn: isBuiltIn(id),
    state: stateAnswer(channelState(channel, deliveries, nowMs)),
  };
}

function stateAnswer({ status, lastSentAt, failure, quota }: ChannelState): ChannelAnswer['state'] {
  const { at, since, until, ...why } = failure ?? { at: 0, since: null, until: null };
  const shown = 'code' in why ? { ...why, at: isoOf(at), since: isoOf(since), until: isoOf(until) } : null;
  return {
    status,
    lastSentAt: isoOf(lastSentAt),
    failure: shown,
    quota: quota && { ...quota, at: isoOf(quota.at) },
  };
}
