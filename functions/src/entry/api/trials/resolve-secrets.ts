import type { TrialInput } from '@farwatch/core/contracts/api/trials';
import { CHECK_SECRETS_ID } from '@farwatch/core/documents/check-secrets';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { resolveCheck } from '@farwatch/core/values/check-secrets';
import { checkSecrets } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { readOwnEndpoint } from '../endpoints/read-own-endpoint.ts';

/**
 * The check with its secrets: masks stand for those of the caller's endpoint, which go only to the origin that they were
 * typed for. Throws ApiError secret_missing, with the names of the others; not_found for another owner's endpoint.
 */
export async function resolveSecrets(
  run: Run,
  caller: Caller,
  { url, check, endpointId }: Pick<TrialInput, 'url' | 'check' | 'endpointId'>,
): Promise<CheckOptions | null> {
  const stored = endpointId === undefined ? null : await readSecrets(run, caller, endpointId, url);
  const resolved = resolveCheck(check, stored);
  if ('check' in resolved) return resolved.check;
  const details = resolved.missing.map((name) => ({ path: 'check', message: name }));
  throw new ApiError('secret_missing', { details });
}

/** The endpoint's check with its secrets; null if it has none, or another origin than the URL. */
async function readSecrets(run: Run, caller: Caller, endpointId: string, url: string): Promise<CheckOptions | null> {
  const endpoint = await readOwnEndpoint(run, caller, endpointId);
  if (new URL(endpoint.url).origin !== new URL(url).origin) return null;
  const secrets = checkSecrets.read(await checkSecrets.ref(run.db, CHECK_SECRETS_ID, endpointId).get());
  return secrets?.check ?? null;
}
