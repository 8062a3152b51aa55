import type { z } from 'zod';
import type { ChannelType } from './channel-type.ts';
import { discordType } from './discord/discord.ts';
import { emailType } from './email/email.ts';
import { lineType } from './line/line.ts';
import { ntfyType } from './ntfy/ntfy.ts';
import { pagerdutyType } from './pagerduty/pagerduty.ts';
import { pushType } from './push/push.ts';
import { pushoverType } from './pushover/pushover.ts';
import { slackType } from './slack/slack.ts';
import { teamsType } from './teams/teams.ts';
import { telegramType } from './telegram/channel-type.ts';
import { webhookType } from './webhook/webhook.ts';

/** All types of channels (docs/architecture.md, Extension points). */
export const CHANNEL_TYPES = {
  telegram: telegramType,
  email: emailType,
  webhook: webhookType,
  slack: slackType,
  discord: discordType,
  teams: teamsType,
  line: lineType,
  ntfy: ntfyType,
  pushover: pushoverType,
  pagerduty: pagerdutyType,
  push: pushType,
} as const satisfies Record<string, ChannelType>;

export type ChannelTypeName = keyof typeof CHANNEL_TYPES;
export const CHANNEL_TYPE_NAMES = Object.keys(CHANNEL_TYPES) as [ChannelTypeName, ...ChannelTypeName[]];

/** The settings of a channel of that type. */
export type ChannelSettingsOf<Name extends ChannelTypeName> = z.infer<(typeof CHANNEL_TYPES)[Name]['settings']>;

/** The type of that name. */
export function getChannelType(name: ChannelTypeName): ChannelType {
  return CHANNEL_TYPES[name];
}
