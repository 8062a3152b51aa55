import { afterAll, beforeAll, vi } from 'vitest';
import { LOCATIONS, type LocationEntry } from '../values/location-table.ts';
import type { LocationCode } from '../values/locations.ts';

/** The table of locations with one more line. */
const WITH_JAPAN: { LOCATIONS: Record<string, LocationEntry> } = {
  LOCATIONS: { ...LOCATIONS, jp: { names: { en: 'Japan' } } },
};

/** Its code. The cast is safe once the table has the location. */
export const JAPAN = 'jp' as LocationCode;

/** Adds it for the tests of a file, in what they import themselves. */
export function useJapan(): void {
  beforeAll(() => {
    vi.resetModules();
    vi.doMock('@farwatch/core/values/location-table', () => WITH_JAPAN);
  });
  afterAll(() => {
    vi.doUnmock('@farwatch/core/values/location-table');
    vi.resetModules();
  });
}
