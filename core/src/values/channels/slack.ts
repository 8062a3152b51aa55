import { z } from 'zod';
import { channelType } from './channel-type.ts';

const URL_PATTERN = /^https:\/\/hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+$/;

/** An incoming webhook of a Slack channel. */
export const slackType = channelType({
  settings: z.object({
    webhookUrl: z.string().trim().regex(URL_PATTERN, 'is not the URL of a Slack incoming webhook').max(300),
  }),
  secrets: ['webhookUrl'],
  verifiedBy: 'test',
});
