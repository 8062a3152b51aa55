import type { MonitorContent } from '@farwatch/core/contracts/api/monitors';
import {
  resolveSecrets,
  type SecretProblem,
  secretChanges,
  withSecrets,
} from '@farwatch/core/decisions/monitors/check-secrets';
import { CHECK_SECRETS_ID } from '@farwatch/core/documents/check-secrets';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { hasSecrets } from '@farwatch/core/values/check-secrets';
import type { Getter } from '../../platform/db/collection.ts';
import { checkSecrets } from '../../platform/db/collections.ts';
import type { Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';

type Endpoints = ReadonlyMap<string, Endpoint>;

/** The endpoints with their secrets; reads those only of endpoints that have some. */
export async function readUnmasked(run: Run, reader: Getter, endpoints: Endpoints): Promise<Endpoints> {
  const ids = [...endpoints].flatMap(([id, { check }]) => (hasSecrets(check) ? [id] : []));
  if (ids.length === 0) return endpoints;
  const documents = await reader.getAll(...ids.map((id) => checkSecrets.ref(run.db, CHECK_SECRETS_ID, id)));
  const found = documents.flatMap((document, index) => {
    const stored = checkSecrets.readIfValid(document);
    return stored ? [[ids[index] ?? '', stored.check] as const] : [];
  });
  return withSecrets(endpoints, new Map(found));
}

/**
 * The content with its secrets in place of masks. Throws ApiError secret_missing or invalid, with the fields, if a mask
 * replaces no secret or a check is too large with its secrets.
 */
export function unmaskContent(content: MonitorContent, unmasked: Endpoints): MonitorContent {
  const resolved = resolveSecrets(content, unmasked);
  if ('content' in resolved) return resolved.content;
  const pathsOf = (which: SecretProblem['problem'], message: string) =>
    resolved.problems.flatMap(({ path, problem }) => (problem === which ? [{ path, message }] : []));
  const missing = pathsOf('missing', 'must be typed again');
  if (missing.length > 0) throw new ApiError('secret_missing', { details: missing });
  throw new ApiError('invalid', { details: pathsOf('tooLarge', 'over 4 KB') });
}

/** Writes the secrets of a monitor's endpoints. `desired`: with its secrets; null if it is deleted. */
export function writeSecrets(
  run: Run,
  writer: Writer,
  ownerId: string,
  unmasked: Endpoints,
  desired: MonitorContent | null,
): void {
  const { put, remove } = secretChanges(unmasked, desired);
  const refOf = (id: string) => checkSecrets.ref(run.db, CHECK_SECRETS_ID, id);
  for (const [id, check] of put) writer.set(refOf(id), checkSecrets.toDocument({ ownerId, check }));
  for (const id of remove) writer.delete(refOf(id));
}
