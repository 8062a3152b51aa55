import { z } from 'zod';
import { ACTIVITY_LIMITS } from '../values/activity.ts';
import { API_KEY_SCOPES } from '../values/api-key.ts';
import { atMsSchema, idSchema, lineSchema } from '../values/fields.ts';
import { loginCodeSchema } from '../values/login-code.ts';
import { declareCollection } from './collection.ts';

/**
 * `logins/{base64url of the device code's SHA-256}`: a program that waits for a person to give it an API key. It is
 * deleted when the program takes the key, which is made only then.
 */
export const loginSchema = z.object({
  /** The account that confirmed it; null until then. */
  ownerId: idSchema.nullable(),
  /** The name of the person who confirmed it. */
  confirmedBy: z.string().max(ACTIVITY_LIMITS.nameLength),
  isRefused: z.boolean(),
  /** What the program and the page show, so that a person can compare both. */
  userCode: loginCodeSchema,
  /** The computer's name, as the program gives it. */
  host: lineSchema.min(1).max(100),
  /** What the program requests, then what was confirmed. */
  scope: z.enum(API_KEY_SCOPES),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Login = z.infer<typeof loginSchema>;

export const loginCollection = declareCollection({
  path: 'logins',
  notExported: 'ends',
  schema: loginSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['confirmedBy', 'createdAt', 'host', 'isRefused', 'scope'],
  account: 'owned',
  redact: ({ userCode: _, ...shown }) => shown,
});
