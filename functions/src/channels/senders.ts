import type { ChannelSenders } from './channel-sender.ts';
import { sendDiscord } from './discord/send.ts';
import { sendEmail } from './email/send.ts';
import { sendLine } from './line/send.ts';
import { sendNtfy } from './ntfy/send.ts';
import { sendPagerDuty } from './pagerduty/send.ts';
import { sendPush } from './push/send.ts';
import { sendPushover } from './pushover/send.ts';
import { sendSlack } from './slack/send.ts';
import { sendTeams } from './teams/send.ts';
import { sendTelegram } from './telegram/send.ts';
import { sendWebhook } from './webhook/send.ts';

/** The sender of each type of channel (docs/architecture.md, Extension points). */
export const CHANNEL_SENDERS: ChannelSenders = {
  discord: sendDiscord,
  email: sendEmail,
  line: sendLine,
  ntfy: sendNtfy,
  pagerduty: sendPagerDuty,
  push: sendPush,
  pushover: sendPushover,
  slack: sendSlack,
  teams: sendTeams,
  telegram: sendTelegram,
  webhook: sendWebhook,
};
