import type { Check } from '../../values/check.ts';
import { type CheckMetrics, checkMetrics } from '../../values/hour-stat.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import { HOUR_MS, hourStart } from '../../values/time.ts';

/** A check and its location. */
export type LocatedCheck = Check & { location: LocationCode };

/** An hour of an endpoint: its start, the metrics of all its checks, and of each location with checks. */
type EndpointHour = CheckMetrics & { hourAt: number; locations: (CheckMetrics & { location: LocationCode })[] };

/** Returns the 24 hours up to the current one, oldest first, including those without a check. */
export function endpointHours(checks: readonly LocatedCheck[], nowMs: number): EndpointHour[] {
  const byHour = Map.groupBy(checks, (check) => hourStart(check.at));
  return Array.from({ length: 24 }, (_, index) => {
    const hourAt = hourStart(nowMs) - (23 - index) * HOUR_MS;
    const inHour = byHour.get(hourAt) ?? [];
    const byLocation = Map.groupBy(inHour, (check) => check.location);
    const locations = orderedLocations(byLocation.keys()).map((location) => ({
      location,
      ...checkMetrics(byLocation.get(location) ?? []),
    }));
    return { hourAt, ...checkMetrics(inHour), locations };
  });
}
