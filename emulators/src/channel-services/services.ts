import type { ChannelService } from './service.ts';

/** A new stand-in for each service that channels send to, except Telegram, which has its own. */
export const CHANNEL_SERVICES: readonly (() => ChannelService)[] = [];
