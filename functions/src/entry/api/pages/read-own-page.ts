import type { Page } from '@farwatch/core/documents/page';
import { pages } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';

/** The caller's page. Throws ApiError not_found, also for another owner's. */
export async function readOwnPage(run: Run, caller: Caller, slug: string): Promise<Page> {
  const page = pages.read(await pages.ref(run.db, slug).get());
  if (page?.ownerId !== caller.accountId) throw new ApiError('not_found');
  return page;
}
