import { z } from 'zod';
import { checkOptionsSchema } from '../values/check-options.ts';
import { maskCheck } from '../values/check-secrets.ts';
import { idSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/**
 * `endpoints/{id}/secrets/check`: the endpoint's check with its secrets. The document is missing if the check has no
 * secrets.
 */
export const checkSecretsSchema = z.object({ ownerId: idSchema, check: checkOptionsSchema });
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
