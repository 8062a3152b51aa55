import { z } from 'zod';
import { channelType } from '../channel-type.ts';

/** A LINE official account that pushes messages to a user (U…), group (C…) or room (R…). */
export const lineType = channelType({
  settings: z.object({
    accessToken: z.string().trim().min(1, 'is empty').max(300),
    to: z
      .string()
      .trim()
      .regex(/^[UCR][0-9a-f]{32}$/, 'is not the id of a LINE user, group or room'),
  }),
  secrets: ['accessToken'],
  verifiedBy: 'test',
});
