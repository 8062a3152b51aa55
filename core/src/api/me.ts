import { z } from 'zod';
import { languageSchema } from '../documents/user.ts';
import { lineSchema } from './parts.ts';

export const roleSchema = z.enum(['admin', 'user']);
export type Role = z.infer<typeof roleSchema>;

/** `GET /me`: the profile; the role is the token's claim. */
export const meSchema = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  display_name: z.string(),
  role: roleSchema,
  language: languageSchema,
  plan: z.string().nullable(),
});
export type Me = z.infer<typeof meSchema>;

/** `PUT /me`: what is left out stays. */
export const meInputSchema = z.object({
  displayName: lineSchema.optional(),
  display_name: lineSchema.optional(),
  language: languageSchema.optional(),
});
export type MeInput = z.infer<typeof meInputSchema>;
