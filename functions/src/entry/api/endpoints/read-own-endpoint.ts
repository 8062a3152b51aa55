import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { endpoints } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';

/** The caller's endpoint. Throws ApiError not_found, also for another owner's. */
export async function readOwnEndpoint(run: Run, caller: Caller, id: string): Promise<Endpoint> {
  const endpoint = endpoints.read(await endpoints.ref(run.db, id).get());
  if (!endpoint || endpoint.ownerId !== caller.accountId) throw new ApiError('not_found');
  return endpoint;
}
