import { checkCell, type HourCell, mergeResponses } from '../../values/history/check-cell.ts';
import type { EndpointDay, MonitorDay } from '../../values/history/day-codec.ts';
import type { HourStat } from '../../values/hour-stat.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import { unpackChecks } from '../../values/pack.ts';
import { DAY_MS } from '../../values/time.ts';
import type { StatusHistory } from '../status/spans.ts';
import { addSteps, endpointSteps } from './endpoint-steps.ts';

/** An hour of an endpoint at one location, as one agent's roll-up wrote it. */
export type HourPart = { hourAt: number; location: LocationCode; stat: HourStat };

/**
 * Returns an endpoint's UTC day from its status history, which reaches LOOKBACK_MS further back, and the roll-ups of the
 * day's hours. The same input gives the same record, whenever it is built.
 */
export function endpointDay(history: StatusHistory, hours: readonly HourPart[], dayAt: number): EndpointDay {
  const steps = endpointSteps(history, { fromMs: dayAt, toMs: dayAt + DAY_MS });
  return { steps, cells: hourCells(hours) };
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
  const byLocation = Map.groupBy(hours, ({ location }) => location);
  return orderedLocations(byLocation.keys()).flatMap((location) => {
    const byHour = Map.groupBy(byLocation.get(location) ?? [], ({ hourAt }) => hourAt);
    return [...byHour]
      .sort(([a], [b]) => a - b)
      .map(([hourAt, parts]) => ({ hourAt, location, ...cellOf(hourAt, parts) }));
  });
}

function cellOf(hourAt: number, parts: readonly HourPart[]) {
  const checks = parts.flatMap(({ stat }) => unpackChecks(stat.points, hourAt));
  return checkCell(checks, {
    checks: parts.reduce((sum, { stat }) => sum + stat.count, 0),
    failures: parts.reduce((sum, { stat }) => sum + stat.failures, 0),
  });
}
