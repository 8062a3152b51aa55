import { z } from 'zod';
import { languageSchema } from '../../documents/user.ts';
import { API_KEY_SCOPES } from '../../values/api-key.ts';
import { named } from '../../values/api-name.ts';
import { lineSchema } from '../../values/fields.ts';
import { apiCall } from './call.ts';

const roleSchema = z.enum(['admin', 'user']);
export type Role = z.infer<typeof roleSchema>;

/** `GET /me`: the profile; the role is the token's claim. `keyScope`: of the request's API key; null for a person. */
const meSchema = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: named('display_name', z.string(), 'displayName'),
  role: roleSchema,
  language: languageSchema,
  plan: z.string().nullable(),
  keyScope: z.enum(API_KEY_SCOPES).nullable().default(null),
});
export type Me = z.infer<typeof meSchema>;

/** `PUT /me`: fields that are left out do not change. */
const meInputSchema = z.object({
  displayName: named('display_name', lineSchema.optional(), 'displayName'),
  language: languageSchema.optional(),
});
export type MeInput = z.infer<typeof meInputSchema>;

export const meCalls = {
  read: apiCall({
    method: 'get',
    path: '/me',
    scope: 'read',
    role: 'self',
    summary: 'The profile of the signed-in user, or of the owner of the API key',
    output: meSchema,
  }),
  change: apiCall({
    method: 'put',
    path: '/me',
    scope: 'person',
    role: 'self',
    changes: ['account', 'changed'],
    summary: 'Change the profile: display name and language',
    body: meInputSchema,
    output: meSchema,
  }),
};
