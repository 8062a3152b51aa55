import { LOCATIONS, type LocationEntry } from '../values/location-table.ts';
import type { LocationCode } from '../values/locations.ts';

/** The table of locations with one more line. */
export const WITH_JAPAN: { LOCATIONS: Record<string, LocationEntry> } = {
  LOCATIONS: { ...LOCATIONS, jp: { names: { en: 'Japan' } } },
};

/** Its code. The cast is safe once the table has the location. */
export const JAPAN = 'jp' as LocationCode;
