import { z } from 'zod';
import { emailSchema } from '../fields.ts';
import { channelType } from './channel-type.ts';

/** An email address. The account's own is verified by Auth, another one by a link sent to it. */
export const emailType = channelType({
  settings: z.object({ address: emailSchema }),
  secrets: [],
  verifiedBy: 'link',
});
