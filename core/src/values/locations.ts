import { z } from 'zod';
import { LOCATIONS, type LocationEntry } from './location-table.ts';

export type LocationCode = keyof typeof LOCATIONS;

/** Where checks can come from, in display order. */
export const LOCATION_CODES = Object.keys(LOCATIONS) as LocationCode[];
export const locationCodeSchema = z.enum(LOCATION_CODES);

/** Returns a location's entry in the table. */
export function locationEntry(code: LocationCode): LocationEntry {
  return LOCATIONS[code];
}

/** Returns a location's English name, for API answers and the agent's program. */
export function locationName(code: LocationCode): string {
  return locationEntry(code).names.en;
}

/** Returns the given codes once each, in the table's order. */
export function orderedLocations(codes: Iterable<LocationCode>): LocationCode[] {
  const given = new Set(codes);
  return LOCATION_CODES.filter((code) => given.has(code));
}
