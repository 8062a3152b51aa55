import type { ChannelName, ChannelSettingsByName } from '@farwatch/core/values/channels/channels';
import type { Sender } from './sender.ts';
import { telegram } from './telegram/sender.ts';

/** The sender of each channel (docs/architecture.md, Extension points). */
export const SENDERS: { [Name in ChannelName]: Sender<ChannelSettingsByName[Name]> } = { telegram };
