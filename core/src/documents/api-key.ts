import { z } from 'zod';
import { API_KEY_SCOPES, API_KEY_SHOWN } from '../values/api-key.ts';
import { atMsSchema, idSchema, lineSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** `apiKeys/{base64url of the key's SHA-256}`: a key with which programs call the API for an owner. */
export const apiKeySchema = z.object({
  ownerId: idSchema,
  name: lineSchema.min(1),
  /** The first characters of the key. */
  start: z.string().length(API_KEY_SHOWN),
  scope: z.enum(API_KEY_SCOPES),
  /** The uid of the person who made it. */
  createdBy: idSchema,
  createdAt: atMsSchema,
  /** Null for a key without an end. */
  expiresAt: atMsSchema.nullable(),
  /** Written at most once an hour; null before the first call. */
  lastUsedAt: atMsSchema.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyCollection = declareCollection({
  path: 'apiKeys',
  schema: apiKeySchema,
  readableBy: 'none',
  noIndex: ['createdAt', 'createdBy', 'expiresAt', 'lastUsedAt', 'name', 'scope', 'start'],
  account: 'owned',
});
