import { endpointCalls } from '@farwatch/core/api/endpoints';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type DeleteFailure, deletionFailed, deletionIncomplete } from './delete-outcome.ts';

/** Deletes endpoints of a monitor, several in one call. Returns what went wrong, null when all are gone. */
export async function deleteEndpoints(monitorId: string, ids: readonly string[]): Promise<DeleteFailure | null> {
  const [only, ...others] = ids;
  if (only === undefined) return null;
  try {
    return others.length === 0 ? await deleteOne(only) : await deleteSeveral(monitorId, ids);
  } catch (failure) {
    return deletionFailed(ids.length, failure);
  }
}

async function deleteOne(id: string): Promise<null> {
  try {
    await callApi(endpointCalls.remove, { params: { id } });
  } catch (failure) {
    // Deleted elsewhere meanwhile, or by a call whose answer was lost.
    if (!(failure instanceof ApiFailure && failure.code === 'not_found')) throw failure;
  }
  return null;
}

async function deleteSeveral(monitorId: string, ids: readonly string[]): Promise<DeleteFailure | null> {
  const input = { params: { id: monitorId }, body: { endpointIds: [...ids] } };
  const { deleted } = await callApi(endpointCalls.removeSeveral, input);
  return deletionIncomplete(ids, deleted);
}
