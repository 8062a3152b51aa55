import { z } from 'zod';
import { channelType } from './channel-type.ts';

/** A browser on one device (PushSubscription of the Push API); both keys are base64url, of 65 and 16 bytes. */
export const pushType = channelType({
  settings: z.object({
    endpoint: z.url({ protocol: /^https$/, error: 'is not an https URL' }).max(1000),
    p256dh: z.string().regex(/^B[\w-]{86}$/, 'is not a key'),
    auth: z.string().regex(/^[\w-]{22}$/, 'is not a key'),
  }),
  secrets: ['endpoint', 'p256dh', 'auth'],
  verifiedBy: 'test',
});

/**
 * What the service worker of the app receives. `tag`: a notification replaces the one with the same tag. `url`: what a
 * click opens, null for the app.
 */
export const pushMessageSchema = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  url: z.string().nullable(),
});
export type PushMessage = z.infer<typeof pushMessageSchema>;
