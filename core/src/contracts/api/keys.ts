import { z } from 'zod';
import { apiKeySchema } from '../../documents/api-key.ts';
import { API_KEY_DAYS } from '../../values/api-key.ts';
import { idSchema, textSchema } from '../../values/fields.ts';
import { apiCall } from './call.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

const keyAnswerSchema = z.object({
  id: idSchema,
  name: apiKeySchema.shape.name,
  /** The first characters of the key. */
  start: apiKeySchema.shape.start,
  scope: apiKeySchema.shape.scope,
  createdBy: idSchema,
  createdAt: isoSchema,
  expiresAt: isoSchema.nullable(),
  /** To the hour; null before the first call. */
  lastUsedAt: isoSchema.nullable(),
});
export type ApiKeyAnswer = z.infer<typeof keyAnswerSchema>;

const keyInputSchema = apiKeySchema.pick({ name: true, scope: true }).extend({
  expiresInDays: z.literal(API_KEY_DAYS),
});
export type ApiKeyInput = z.infer<typeof keyInputSchema>;

export const keyCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/keys',
    scope: 'person',
    role: 'owner',
    summary: 'The API keys of the account, the newest first',
    output: z.object({ keys: z.array(keyAnswerSchema) }),
  }),
  create: apiCall({
    method: 'post',
    path: '/v1/keys',
    scope: 'person',
    role: 'owner',
    changes: ['key', 'created'],
    summary: 'Make an API key; only this answer has the key itself',
    status: 201,
    body: keyInputSchema,
    output: keyAnswerSchema.extend({ key: z.string() }),
    errors: ['too_many_keys'],
  }),
  remove: apiCall({
    method: 'delete',
    path: '/v1/keys/:id',
    scope: 'person',
    role: 'owner',
    changes: ['key', 'revoked'],
    summary: 'Revoke an API key at once',
    params: byIdSchema,
    output: doneSchema,
  }),
  revoke: apiCall({
    method: 'post',
    path: '/v1/keys/revoke',
    scope: 'anyone',
    role: 'anyone',
    changes: ['key', 'revoked'],
    summary: 'Revoke an API key that you hold, such as one that was published by mistake',
    body: z.object({ key: textSchema.max(255) }),
    output: doneSchema,
    errors: ['not_found'],
  }),
};
