import { discord } from './discord.ts';
import { line } from './line.ts';
import { ntfy } from './ntfy.ts';
import { pagerduty } from './pagerduty.ts';
import { pushServices } from './push/push.ts';
import { pushover } from './pushover.ts';
import type { ChannelService } from './service.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

/** A new stand-in for each service that channels send to, except Telegram, which has its own. */
export const CHANNEL_SERVICES: readonly (() => ChannelService)[] = [
  slack,
  discord,
  teams,
  line,
  webhook,
  ntfy,
  pushover,
  pagerduty,
  pushServices,
];
