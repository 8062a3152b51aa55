import { LOCATIONS, type LocationEntry } from '../values/location-table.ts';
import type { LocationCode } from '../values/locations.ts';

/** The table of locations with one more line. */
export const WITH_JAPAN: { LOCATIONS: Record<string, LocationEntry> } = {
  LOCATIONS: { ...LOCATIONS, jp: { names: { en: 'Japan' } } },
};

/** Its code; the cast says what the table says once the location is in it. */
export const JAPAN = 'jp' as LocationCode;
