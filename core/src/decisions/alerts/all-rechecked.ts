import type { Endpoint } from '../../documents/endpoint.ts';
import { type AssignedByLocation, countingVotes } from '../../values/vote.ts';
import type { LocatedCheck } from '../rollups/endpoint-hours.ts';

/**
 * Whether every location that sees the endpoint up has checked it again since then, epoch ms, and still does: then the
 * alert need not wait any longer. A location in doubt has not answered yet.
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
      const theirs = checks.filter((check) => check.location === location && check.at >= sinceMs);
      return theirs.length > 0 && theirs.every((check) => check.error === null);
    });
}
