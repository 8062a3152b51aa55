import { z } from 'zod';
import { textSchema } from '../../fields.ts';
import { channelType } from '../channel-type.ts';

/** A user (U…), group (C…) or room (R…). */
export const lineIdSchema = z
  .string()
  .trim()
  .regex(/^[UCR][0-9a-f]{32}$/, 'is not the id of a LINE user, group or room');

export const lineTokenSchema = textSchema.min(1, 'is empty').max(300);

/** A LINE official account that pushes messages to a user, group or room. */
export const lineType = channelType({
  settings: z.object({
    accessToken: lineTokenSchema,
    to: lineIdSchema,
  }),
  secrets: ['accessToken'],
  verifiedBy: 'test',
});
