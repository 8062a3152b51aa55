import type { DesiredEndpoint } from '@farwatch/core/monitors/match-endpoints';
import { monitorText } from '@farwatch/core/monitors/monitor-text';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import { editMonitor } from '../monitors/edit-monitor.ts';

/** Changes the desired endpoints of a monitor, by id. Called again if the edit has to start over. */
export type EndpointsEdit = (desired: Map<string, DesiredEndpoint>) => void;

/** Edits a monitor's endpoints and leaves the rest as it is. Throws as `editMonitor` does. */
export async function editEndpoints(run: Run, caller: Caller, monitorId: string, edit: EndpointsEdit): Promise<void> {
  await editMonitor(run, caller, monitorId, (present) => {
    if (!present) throw new ApiError('not_found');
    const { name, description, locations, endpoints } = monitorText(present.monitor, present.endpoints);
    const desired = new Map(endpoints.map(({ id, ...endpoint }) => [id, endpoint]));
    edit(desired);
    return { name, description, locations, endpoints: desired };
  });
}

/** Throws ApiError invalid if another endpoint of the monitor has this URL. */
export function checkUrlIsFree(desired: ReadonlyMap<string, DesiredEndpoint>, id: string, url: string): void {
  const isTaken = [...desired].some(([otherId, other]) => otherId !== id && other.url === url);
  if (isTaken) throw new ApiError('invalid', { details: [{ path: 'url', message: 'the same URL stands twice' }] });
}
