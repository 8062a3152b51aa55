import type { Endpoint } from '../../documents/endpoint.ts';
import type { Monitor } from '../../documents/monitor.ts';
import { readDependency } from '../../values/dependency.ts';
import { endpointLocations } from '../../values/endpoint-locations.ts';
import type { LocationCode } from '../../values/locations.ts';
import { isRunByServer } from '../../values/url.ts';
import { type AssignedByLocation, countingVotes, predatesAbsence, type Vote, type Votes } from '../../values/vote.ts';
import { quorumStatus } from './status-rules.ts';

/**
 * Returns the endpoints of a monitor that may change when other votes count: those whose status would differ, and those
 * with a vote that an incident may depend on. The others are neither read nor written.
 */
export function endpointsToReview(
  monitor: Pick<Monitor, 'endpoints' | 'locations'>,
  assigned: AssignedByLocation,
): string[] {
  return Object.entries(monitor.endpoints)
    .filter(([, { url, status, votes }]) => {
      if (status === 'paused') return false;
      const counting = countingVotes(votes, endpointLocations(url, monitor.locations), assigned);
      return quorumStatus(votes, counting) !== status || Object.values(votes).some(canAffectIncident);
    })
    .map(([id]) => id);
}

function canAffectIncident(vote: Vote): boolean {
  return !vote.up || vote.certificateEndsAt !== undefined || vote.slow !== undefined;
}

/** Returns the other locations whose last verdict differs from the new one at `from`: they recheck now. */
export function disagreeingLocations(
  votes: Votes,
  locations: readonly LocationCode[],
  from: LocationCode,
): LocationCode[] {
  const verdict = votes[from]?.up;
  return locations.filter((location) => location !== from && votes[location]?.up !== verdict);
}

/**
 * Returns the locations that recheck an endpoint in an outage: their up vote counts, but is from before their agent was
 * away, so it cannot end the outage. An agent that took over from another one checks everything anyway.
 */
export function locationsToRecheck(
  { status, votes, locations }: Pick<Endpoint, 'status' | 'votes' | 'locations'>,
  assigned: AssignedByLocation,
): LocationCode[] {
  if (status === 'up' || status === 'pending' || status === 'paused') return [];
  const counting = countingVotes(votes, locations, assigned);
  return locations.filter((location) => {
    const vote = counting[location];
    const isOwn = vote?.generation === assigned[location]?.generation;
    return vote?.up === true && isOwn && predatesAbsence(vote, assigned[location]);
  });
}

/** The most endpoints of its causes that are checked at once because of a failure. */
const MOST_CAUSES = 20;

/**
 * Returns what a failing monitor depends on that its agents elsewhere are to check at once, as the failure waits for its
 * cause: the agent at `from` has done so for what it checks itself. `causes`: the monitors by their ids.
 */
export function causesToRecheck(
  dependsOn: readonly string[],
  causes: ReadonlyMap<string, Pick<Monitor, 'endpoints' | 'locations'>>,
  from: LocationCode,
): { endpointId: string; locations: LocationCode[] }[] {
  const found = dependsOn.flatMap((each) => {
    const { monitorId, endpointId: only } = readDependency(each);
    const { endpoints = {}, locations = [] } = causes.get(monitorId) ?? {};
    return Object.entries(endpoints)
      .filter(([id, { url, status }]) => {
        const isOne = only === null || id === only;
        return isOne && !isRunByServer(url) && status !== 'down' && status !== 'paused';
      })
      .map(([endpointId]) => ({ endpointId, locations }));
  });
  return found.filter(({ locations }) => !locations.includes(from)).slice(0, MOST_CAUSES);
}
