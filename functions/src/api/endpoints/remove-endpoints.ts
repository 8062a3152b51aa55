import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import { editEndpoints } from './edit-endpoints.ts';

/**
 * Deletes endpoints of a monitor in one commit. Throws ApiError not_found if one is not the monitor's: then none is
 * deleted.
 */
export async function removeEndpoints(run: Run, caller: Caller, monitorId: string, ids: string[]): Promise<void> {
  let wereThere = false;
  await editEndpoints(run, caller, monitorId, (desired) => {
    // If it is gone at a second try, the first was committed and only its answer was lost.
    if (!wereThere && ids.some((id) => !desired.has(id))) throw new ApiError('not_found');
    wereThere = true;
    for (const id of ids) desired.delete(id);
  });
}
