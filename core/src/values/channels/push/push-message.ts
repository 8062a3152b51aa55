import { z } from 'zod';

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
