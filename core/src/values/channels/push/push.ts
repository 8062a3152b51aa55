import { z } from 'zod';
import { channelType } from '../channel-type.ts';

/** A browser on one device (PushSubscription of the Push API); both keys are base64url. */
export const pushType = channelType({
  settings: z.object({
    endpoint: z.url({ protocol: /^https$/, error: 'is not an https URL' }).max(1000),
    p256dh: z.string().regex(/^[\w-]{80,100}$/, 'is not a key'),
    auth: z.string().regex(/^[\w-]{16,30}$/, 'is not a key'),
  }),
  secrets: ['endpoint', 'p256dh', 'auth'],
  verifiedBy: 'test',
});
