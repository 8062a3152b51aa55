import type { Installation } from '@farwatch/core/documents/channels-of';
import { CHANNEL_TYPE_NAMES, type ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import { CHANNEL_SENDERS } from './senders.ts';

/** The types of channels that this installation can send through, in the order of their table. */
export function offeredTypes({ isMailConfigured }: Installation): ChannelTypeName[] {
  return CHANNEL_TYPE_NAMES.filter((name) => name in CHANNEL_SENDERS && (name !== 'email' || isMailConfigured));
}
