import { z } from 'zod';
import { idSchema } from '../values/fields.ts';
import { httpCheckSchema } from '../values/http-check/http-check.ts';
import { maskCheck } from '../values/http-check/secrets.ts';
import { declareCollection } from './collection.ts';

/** `endpoints/{id}/secrets/check`: the endpoint's check with its secrets; missing if it has none. */
export const checkSecretsSchema = z.object({ ownerId: idSchema, check: httpCheckSchema });
export type CheckSecrets = z.infer<typeof checkSecretsSchema>;

export const CHECK_SECRETS_ID = 'check';

export const checkSecretsCollection = declareCollection({
  path: 'endpoints/{}/secrets',
  schema: checkSecretsSchema,
  readableBy: 'none',
  noIndex: ['check'],
  account: 'with parent',
  redact: (document) => ({ ...document, check: maskCheck(document.check) }),
});
