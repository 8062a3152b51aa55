import { checkCell, type HourCell, mergeResponses } from '../../values/history/check-cell.ts';
import type { EndpointDay, MonitorDay } from '../../values/history/day-codec.ts';
import type { HourStat } from '../../values/hour-stat.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import { unpackChecks } from '../../values/pack.ts';
import { DAY_MS, hourStart } from '../../values/time.ts';
import type { LocatedCheck } from '../checks/endpoint-hours.ts';
import type { StatusHistory } from '../status/spans.ts';
import { addSteps, endpointSteps } from './endpoint-steps.ts';

/** An hour of an endpoint at one location, as one agent's roll-up wrote it. */
export type HourPart = { hourAt: number; location: LocationCode; stat: HourStat };

/**
 * Returns an endpoint's UTC day from its status history, which reaches LOOKBACK_MS further back, and the roll-ups of the
 * day's hours. The same input gives the same record, whenever it is built.
 */
export function endpointDay(history: StatusHistory, hours: readonly HourPart[], dayAt: number): EndpointDay {
  return dayOfCells(history, hourCells(hours), dayAt);
}

/** Returns the day's record from its cells, which may be in any order. */
export function dayOfCells(history: StatusHistory, cells: readonly HourCell[], dayAt: number): EndpointDay {
  const steps = endpointSteps(history, { fromMs: dayAt, toMs: dayAt + DAY_MS });
  const byLocation = Map.groupBy(cells, ({ location }) => location);
  const inOrder = orderedLocations(byLocation.keys()).flatMap((location) =>
    (byLocation.get(location) ?? []).toSorted((a, b) => a.hourAt - b.hourAt),
  );
  return { steps, cells: inOrder };
}

/** Returns a monitor's UTC day from those of its endpoints. */
export function monitorDay(endpoints: readonly EndpointDay[]): MonitorDay {
  const cells = Map.groupBy(
    endpoints.flatMap((day) => day.cells),
    ({ location }) => location,
  );
  return {
    steps: addSteps(endpoints.map(({ steps }) => steps)),
    cells: orderedLocations(cells.keys()).map((location) => ({
      location,
      ...mergeResponses(cells.get(location) ?? []),
    })),
  };
}

/** Returns an endpoint's checks by location and hour; those of all agents at a location together. */
export function hourCells(hours: readonly HourPart[]): HourCell[] {
  const byPlace = Map.groupBy(hours, ({ location, hourAt }) => `${location} ${hourAt}`);
  return [...byPlace.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const { hourAt, location } = first;
    const checks = parts.flatMap(({ stat }) => unpackChecks(stat.points, hourAt));
    const counted = {
      checks: parts.reduce((sum, { stat }) => sum + stat.count, 0),
      failures: parts.reduce((sum, { stat }) => sum + stat.failures, 0),
    };
    return [{ hourAt, location, ...checkCell(checks, counted) }];
  });
}

/** Returns the cells of checks that are not rolled up yet. */
export function cellsOfChecks(checks: readonly LocatedCheck[]): HourCell[] {
  const byPlace = Map.groupBy(checks, ({ location, at }) => `${location} ${hourStart(at)}`);
  return [...byPlace.values()].flatMap((each) => {
    const [first] = each;
    return first ? [{ hourAt: hourStart(first.at), location: first.location, ...checkCell(each) }] : [];
  });
}
