import { z } from 'zod';
import { channelType } from './channel-type.ts';
import { publicUrlSchema } from './public-url.ts';

/** A topic of ntfy.sh or of another ntfy server. `token`: an access token, '' for a public topic. */
export const ntfyType = channelType({
  settings: z.object({
    serverUrl: publicUrlSchema.max(300),
    topic: z
      .string()
      .trim()
      .regex(/^[-\w]{1,64}$/, 'is not the name of a topic'),
    token: z
      .string()
      .trim()
      .max(200)
      .regex(/^[!-~]*$/, 'is not a token'),
  }),
  secrets: ['token'],
  verifiedBy: 'test',
  sentTo: 'serverUrl',
});
