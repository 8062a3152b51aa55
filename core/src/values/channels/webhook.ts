import { z } from 'zod';
import { channelType } from './channel-type.ts';
import { publicUrlSchema } from './public-url.ts';

/** A URL that receives JSON, signed with the secret as Standard Webhooks does (`whsec_` and base64). */
export const webhookType = channelType({
  settings: z.object({
    url: publicUrlSchema.max(2000),
    secret: z.string().max(200),
  }),
  secrets: ['secret'],
  verifiedBy: 'test',
  generated: 'secret',
  isForPrograms: true,
});
