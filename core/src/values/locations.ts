import { z } from 'zod';
import { LOCATIONS, type LocationEntry } from './location-table.ts';

export type LocationCode = keyof typeof LOCATIONS;

/** Where checks can come from, in the order in which they are shown. */
export const LOCATION_CODES = Object.keys(LOCATIONS) as LocationCode[];
export const locationCodeSchema = z.enum(LOCATION_CODES);

/** What is registered of a location. */
export function locationEntry(code: LocationCode): LocationEntry {
  return LOCATIONS[code];
}

/** A location's name in English, as API answers and the agent's program have it. */
export function locationName(code: LocationCode): string {
  return locationEntry(code).names.en;
}

/** The given codes once each, in the order of the table. */
export function orderedLocations(codes: Iterable<LocationCode>): LocationCode[] {
  const given = new Set(codes);
  return LOCATION_CODES.filter((code) => given.has(code));
}
