import type { Installation } from '@farwatch/core/documents/channels-of';
import { CHANNEL_TYPE_NAMES, type ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import { CHANNEL_SENDERS } from './senders.ts';

/** What this installation can send with. */
export function installation(env: NodeJS.ProcessEnv = process.env): Installation {
  return { isMailConfigured: Boolean(CHANNEL_SENDERS.email && env.SMTP_URL) };
}

/** The types of channels that this installation offers, in the order of their table. */
export function offeredTypes({ isMailConfigured }: Installation): ChannelTypeName[] {
  return CHANNEL_TYPE_NAMES.filter((name) => (name === 'email' ? isMailConfigured : name in CHANNEL_SENDERS));
}
