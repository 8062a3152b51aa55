import type { ChannelSenders } from './channel-sender.ts';
import { sendEmail } from './email/send.ts';
import { sendTelegram } from './telegram/send.ts';

/** The sender of each type of channel (docs/architecture.md, Extension points). */
export const CHANNEL_SENDERS: Partial<ChannelSenders> = { telegram: sendTelegram, email: sendEmail };
