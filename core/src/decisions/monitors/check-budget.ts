import { DEFAULT_INTERVAL_MIN, LIMITS } from '../../values/limits.ts';
import { LOCATION_CODES, type LocationCode } from '../../values/locations.ts';

/** What a monitor plans. `endpoints`: how many of its endpoints are checked. `intervalSec`: null for the account's. */
export type PlannedMonitor = {
  intervalSec: number | null;
  paused: boolean;
  locations: readonly LocationCode[];
  endpoints: number;
};

const TEN_MINUTES_SEC = 600;

/** How many checks of one endpoint are planned in ten minutes. */
function checksPerTenMinutes(intervalSec: number | null, accountIntervalMin: number): number {
  return TEN_MINUTES_SEC / (intervalSec ?? accountIntervalMin * 60);
}

/** The checks that monitors plan at each location in ten minutes, rounded up. */
export function plannedChecks(
  monitors: readonly PlannedMonitor[],
  accountIntervalMin: number = DEFAULT_INTERVAL_MIN,
): Map<LocationCode, number> {
  const planned = LOCATION_CODES.map((code): [LocationCode, number] => {
    const here = monitors.filter(({ paused, locations }) => !paused && locations.includes(code));
    const sum = here.reduce((total, { intervalSec, endpoints }) => {
      return total + endpoints * checksPerTenMinutes(intervalSec, accountIntervalMin);
    }, 0);
    return [code, Math.ceil(sum)];
  });
  return new Map(planned);
}

/**
 * The account's checks in ten minutes at the location of `monitor` that has most, with `others` as they are.
 * `possible`: how many endpoints the monitor could have there at `possibleSec` between two checks.
 */
export type CheckBudget = { used: number; max: number; possible: number; possibleSec: number };

/** Whether a monitor fits beside the account's others; `defaultSec`: the interval for `possible` without an own one. */
export function checkBudget(
  monitor: PlannedMonitor,
  others: readonly PlannedMonitor[],
  accountIntervalMin: number,
  defaultSec: number,
): CheckBudget {
  const max = LIMITS.checksPerOwner;
  const before = plannedChecks(others, accountIntervalMin);
  const after = plannedChecks([...others, monitor], accountIntervalMin);
  const most = (counts: ReadonlyMap<LocationCode, number>) =>
    Math.max(0, ...monitor.locations.map((code) => counts.get(code) ?? 0));
  const possibleSec = monitor.intervalSec ?? defaultSec;
  const possible = Math.floor((max - most(before)) / checksPerTenMinutes(possibleSec, accountIntervalMin));
  return { used: most(after), max, possible: Math.max(0, possible), possibleSec };
}
