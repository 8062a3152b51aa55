import type { Endpoint } from '../../documents/endpoint.ts';
import { type AssignedByLocation, countingVotes } from '../../values/vote.ts';
import type { LocatedCheck } from '../checks/endpoint-hours.ts';
import type { Gathering } from './next-message.ts';

type Checks = readonly Pick<LocatedCheck, 'location' | 'at' | 'error'>[];

/** Whether every location's vote is down and counts: then a message about it has nothing to wait for. */
export function isUnanimous({ votes, locations }: Pick<Endpoint, 'votes' | 'locations'>, assigned: AssignedByLocation) {
  const counting = countingVotes(votes, locations, assigned);
  return locations.every((location) => counting[location]?.up === false);
}

/**
 * Whether every location that the gathering waits for has checked the endpoint again, always with the result of its
 * vote: after another one its verdict is about to change.
 */
export function haveAllRechecked(
  { votes, locations }: Pick<Endpoint, 'votes' | 'locations'>,
  assigned: AssignedByLocation,
  checks: Checks,
  { recheckedBy, sinceMs }: Pick<Gathering, 'recheckedBy' | 'sinceMs'>,
): boolean {
  const counting = countingVotes(votes, locations, assigned);
  const isUp = recheckedBy === 'up';
  return locations
    .filter((location) => counting[location]?.up === isUp)
    .every((location) => {
      const rechecks = checks.filter((check) => check.location === location && check.at >= sinceMs);
      return rechecks.length > 0 && rechecks.every((check) => (check.error === null) === isUp);
    });
}
