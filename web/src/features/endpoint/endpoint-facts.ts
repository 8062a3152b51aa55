import { endpointDisplayStatus, failingLocations } from '@farwatch/core/decisions/status/display-status';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { CheckError } from '@farwatch/core/values/check';
import type { LocationCode } from '@farwatch/core/values/locations';
import { defaultsOf } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, type EndpointFields } from '@farwatch/core/values/monitor-fields/table';
import type { WithId } from '../../lib/live/read-document.ts';

/** The endpoint's own data, as shown. */
export type EndpointContext = EndpointFields &
  Pick<
    Endpoint,
    'monitorId' | 'locations' | 'status' | 'since' | 'votes' | 'transitions' | 'lastError' | 'createdAt'
  > & { id: string };

/** The endpoint's data in the shell's monitors; null if none of them has it. */
export function contextFromMonitors(monitors: readonly WithId<Monitor>[], id: string): EndpointContext | null {
  const monitor = monitors.find((each) => Object.hasOwn(each.endpoints, id));
  const endpoint = monitor?.endpoints[id];
  if (!monitor || !endpoint) return null;
  const transitions = monitor.transitions.filter((transition) => transition.endpoint === id);
  const { locations } = monitor;
  const fields = { ...defaultsOf(ENDPOINT_FIELDS), ...endpoint };
  return { ...fields, id, monitorId: monitor.id, locations, transitions, lastError: null };
}

/**
 * The locations where an endpoint fails now, none if they have no vote at present, and the reason; null if none of them
 * reported the last error.
 */
type FailureContext = {
  standing: 'down' | 'partial';
  locations: LocationCode[];
  reason: { error: CheckError; statusCode: number | null } | null;
};

/** The facts of an endpoint that is down or fails from some locations; null for any other. */
export function failureContext(facts: Pick<EndpointContext, 'status' | 'votes' | 'lastError'>): FailureContext | null {
  const standing = endpointDisplayStatus(facts);
  const locations = failingLocations(facts.votes);
  if (standing !== 'down' && standing !== 'partial') return null;
  const { lastError } = facts;
  const isPresent = lastError?.error && locations.includes(lastError.location);
  const reason = isPresent && lastError.error ? { error: lastError.error, statusCode: lastError.statusCode } : null;
  return { standing, locations, reason };
}
