import type { EndpointDetail } from '@farwatch/core/api/endpoints';
import { isoOf } from '@farwatch/core/api/parts';
import { endpointAvailability } from '@farwatch/core/status/availability';
import { endpointHistory } from '@farwatch/core/status/monitor-history';
import { monitors } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { readLastChecks } from '../last-checks.ts';
import { rounded } from '../monitors/monitor-entry.ts';
import { ownEndpoint } from './own-endpoint.ts';

/** The caller's endpoint as the API answers it, from at most eight documents. Throws ApiError not_found. */
export async function endpointDetail(run: Run, caller: Caller, id: string): Promise<EndpointDetail> {
  const endpoint = await ownEndpoint(run, caller, id);
  const { url, name, description, status, since, monitorId, locations } = endpoint;
  const [monitor, lastChecks] = await Promise.all([
    monitors.ref(run.db, monitorId).get(),
    readLastChecks(run, caller.uid),
  ]);
  const group = monitors.read(monitor)?.name ?? '';
  return {
    id,
    _id: id,
    url,
    name,
    description,
    group,
    group_name: group,
    monitor_id: monitorId,
    locations,
    current_status: status,
    status_since: isoOf(since),
    last_check_at: isoOf(lastChecks.get(id)?.at ?? null),
    availability: rounded(
      endpointAvailability(endpointHistory(endpoint, endpoint.transitions), run.nowMs).uptimePercent,
    ),
  };
}
