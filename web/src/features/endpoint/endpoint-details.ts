import { endpointDisplayStatus, failingLocations } from '@farwatch/core/decisions/status/display-status';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { CheckError } from '@farwatch/core/values/check';
import { endpointLocations } from '@farwatch/core/values/endpoint-locations';
import type { LocationCode } from '@farwatch/core/values/locations';
import { defaultsOf } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, type EndpointFields } from '@farwatch/core/values/monitor-fields/table';
import type { WithId } from '../../lib/live/read-document.ts';

/** The endpoint's data that its page shows. */
export type EndpointDetails = EndpointFields &
  Pick<
    Endpoint,
    | 'monitorId'
    | 'locations'
    | 'status'
    | 'since'
    | 'votes'
    | 'slow'
    | 'slowLimits'
    | 'transitions'
    | 'lastError'
    | 'certificate'
    | 'createdAt'
  > & { id: string };

/** Finds the endpoint in one of these monitors, as it is stored there; null if none of them has it. */
export function endpointFromMonitors(monitors: readonly WithId<Monitor>[], id: string): EndpointDetails | null {
  const monitor = monitors.find((each) => Object.hasOwn(each.endpoints, id));
  const endpoint = monitor?.endpoints[id];
  if (!monitor || !endpoint) return null;
  const transitions = monitor.transitions.filter((transition) => transition.endpoint === id);
  const locations = endpointLocations(endpoint.url, monitor.locations);
  const fields = { ...defaultsOf(ENDPOINT_FIELDS), slowLimits: {}, ...endpoint };
  return { ...fields, id, monitorId: monitor.id, locations, transitions, lastError: null, certificate: null };
}

type CurrentFailure = {
  displayStatus: 'down' | 'partial';
  /** Empty if the failing locations currently have no vote. */
  locations: LocationCode[];
  /** Null if none of the locations reported the last error. */
  reason: { error: CheckError; statusCode: number | null } | null;
};

/** Explains where and why an endpoint is down or partially down; null if it is neither. */
export function currentFailure(
  endpoint: Pick<EndpointDetails, 'status' | 'votes' | 'slow' | 'lastError'>,
): CurrentFailure | null {
  const displayStatus = endpointDisplayStatus(endpoint);
  const locations = failingLocations(endpoint.votes);
  if (displayStatus !== 'down' && displayStatus !== 'partial') return null;
  const { lastError } = endpoint;
  const isCurrent = lastError?.error && locations.includes(lastError.location);
  const reason = isCurrent && lastError.error ? { error: lastError.error, statusCode: lastError.statusCode } : null;
  return { displayStatus, locations, reason };
}
