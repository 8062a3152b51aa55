import { z } from 'zod';
import { channelType } from './channel-type.ts';

const keySchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{30}$/, 'is not a Pushover key of 30 letters and digits');

/** A Pushover user or group, and the application that sends. */
export const pushoverType = channelType({
  settings: z.object({ userKey: keySchema, appToken: keySchema }),
  secrets: ['userKey', 'appToken'],
  verifiedBy: 'test',
});
