import type { ChannelSenders } from './channel-sender.ts';
import { sendDiscord } from './discord/send.ts';
import { sendEmail } from './email/send.ts';
import { sendLine } from './line/send.ts';
import { sendPush } from './push/send.ts';
import { sendSlack } from './slack/send.ts';
import { sendTeams } from './teams/send.ts';
import { sendTelegram } from './telegram/send.ts';

/** The sender of each type of channel (docs/architecture.md, Extension points). */
export const CHANNEL_SENDERS: Partial<ChannelSenders> = {
  discord: sendDiscord,
  email: sendEmail,
  line: sendLine,
  push: sendPush,
  slack: sendSlack,
  teams: sendTeams,
  telegram: sendTelegram,
};
