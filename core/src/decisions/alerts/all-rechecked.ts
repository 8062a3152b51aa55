import type { Endpoint } from '../../documents/endpoint.ts';
import { type AssignedByLocation, countingVotes } from '../../values/vote.ts';
import type { LocatedCheck } from '../rollups/endpoint-hours.ts';

/**
 * Whether every location that votes up has checked the endpoint again since `sinceMs`, and only successfully: then its
 * alert need not wait any longer. After a failed check the location's verdict is unconfirmed.
 */
export function haveAllRechecked(
  { votes, locations }: Pick<Endpoint, 'votes' | 'locations'>,
  assigned: AssignedByLocation,
  checks: readonly Pick<LocatedCheck, 'location' | 'at' | 'error'>[],
  sinceMs: number,
): boolean {
  const counting = countingVotes(votes, locations, assigned);
  return locations
    .filter((location) => counting[location]?.up)
    .every((location) => {
      const rechecks = checks.filter((check) => check.location === location && check.at >= sinceMs);
      return rechecks.length > 0 && rechecks.every((check) => check.error === null);
    });
}
