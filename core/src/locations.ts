import { z } from 'zod';

/** Where checks can come from: ISO country codes, lowercase. */
export const LOCATION_CODES = ['tw', 'th', 'bd'] as const;

export const locationCodeSchema = z.enum(LOCATION_CODES);
export type LocationCode = z.infer<typeof locationCodeSchema>;

export const LOCATION_NAMES: Record<LocationCode, string> = { tw: 'Taiwan', th: 'Thailand', bd: 'Bangladesh' };

/** The given codes once each, in the fixed order tw, th, bd. */
export function orderedLocations(codes: Iterable<LocationCode>): LocationCode[] {
  const given = new Set(codes);
  return LOCATION_CODES.filter((code) => given.has(code));
}
