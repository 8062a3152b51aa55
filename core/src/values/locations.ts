import { z } from 'zod';
import { LOCATIONS, type LocationEntry } from './location-table.ts';
import { SERVER_ENTRY, SERVER_LOCATION } from './server-location.ts';

/** A location that has agents and can be chosen. */
export type AgentLocation = keyof typeof LOCATIONS;
export type LocationCode = AgentLocation | typeof SERVER_LOCATION;

/** Where agents can check from, in display order. */
export const LOCATION_CODES = Object.keys(LOCATIONS) as AgentLocation[];

/** Whatever can vote, in display order. */
const VOTING_CODES: readonly LocationCode[] = [...LOCATION_CODES, SERVER_LOCATION];
export const locationCodeSchema = z.enum(VOTING_CODES);

/** What a request can choose. Typed as all that can vote, so that requests can be made of stored locations. */
const CHOSEN_CODES: readonly LocationCode[] = LOCATION_CODES;
export const agentLocationSchema = z.enum(CHOSEN_CODES);

/** Returns a location's entry in the table. */
export function locationEntry(code: LocationCode): LocationEntry {
  return code === SERVER_LOCATION ? SERVER_ENTRY : LOCATIONS[code];
}

/** Returns a location's English name, for API answers and the agent's program. */
export function locationName(code: LocationCode): string {
  return locationEntry(code).names.en;
}

/** Returns the given codes once each, in the table's order. */
export function orderedLocations(codes: Iterable<LocationCode>): LocationCode[] {
  const given = new Set(codes);
  return VOTING_CODES.filter((code) => given.has(code));
}
