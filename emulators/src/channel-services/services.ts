import { discord } from './discord.ts';
import { line } from './line.ts';
import { pushServices } from './push/push.ts';
import type { ChannelService } from './service.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';

/** A new stand-in for each service that channels send to, except Telegram, which has its own. */
export const CHANNEL_SERVICES: readonly (() => ChannelService)[] = [slack, discord, teams, line, pushServices];
