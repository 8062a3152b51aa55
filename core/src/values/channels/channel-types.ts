import type { z } from 'zod';
import type { ChannelType } from './channel-type.ts';
import { discordType } from './discord.ts';
import { emailType } from './email.ts';
import { lineType } from './line.ts';
import { ntfyType } from './ntfy.ts';
import { pagerdutyType } from './pagerduty.ts';
import { pushType } from './push.ts';
import { pushoverType } from './pushover.ts';
import { slackType } from './slack.ts';
import { teamsType } from './teams.ts';
import { telegramType } from './telegram.ts';
import { webhookType } from './webhook.ts';

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
