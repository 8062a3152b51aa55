import type { CheckError } from '@farwatch/core/checks/check';
import type { LocationCode } from '@farwatch/core/locations';
import { endpointDisplayStatus, failingLocations } from '@farwatch/core/status/display-status';
import type { EndpointFacts } from './endpoint-facts.ts';

/**
 * The locations where an endpoint fails now, none if they have no vote at present, and the reason; null if none of them
 * reported the last error.
 */
type FailureFacts = {
  standing: 'down' | 'partial';
  locations: LocationCode[];
  reason: { error: CheckError; statusCode: number | null } | null;
};

/** The facts of an endpoint that is down or fails from some locations; null for any other. */
export function failureFacts(facts: Pick<EndpointFacts, 'status' | 'votes' | 'lastError'>): FailureFacts | null {
  const standing = endpointDisplayStatus(facts);
  const locations = failingLocations(facts.votes);
  if (standing !== 'down' && standing !== 'partial') return null;
  const { lastError } = facts;
  const isPresent = lastError?.error && locations.includes(lastError.location);
  const reason = isPresent && lastError.error ? { error: lastError.error, statusCode: lastError.statusCode } : null;
  return { standing, locations, reason };
}
