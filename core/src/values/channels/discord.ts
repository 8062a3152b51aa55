import { z } from 'zod';
import { channelType } from './channel-type.ts';

const URL_PATTERN =
  /^https:\/\/((canary|ptb)\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+(\?thread_id=\d+)?$/;

/** A webhook of a Discord channel. One of a forum needs the thread to post to. */
export const discordType = channelType({
  settings: z.object({
    webhookUrl: z.string().trim().regex(URL_PATTERN, 'is not the URL of a Discord webhook').max(300),
  }),
  secrets: ['webhookUrl'],
  verifiedBy: 'test',
});
