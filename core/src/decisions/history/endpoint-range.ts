import type { EndpointRange, HistoryPoint, RangeTotals, WeekHour } from '../../contracts/api/history.ts';
import { isoOf } from '../../contracts/api/parts.ts';
import {
  type HourCell,
  mergePhases,
  mergeResponses,
  type PhaseMeans,
  responseMetrics,
  roundMs,
} from '../../values/history/check-cell.ts';
import { type Step, timeSums, uptimeMetrics } from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { orderedLocations } from '../../values/locations.ts';
import type { WallClock } from '../../values/zone.ts';
import { localParts, type Resolution, weekTime } from './local-parts.ts';

/** An endpoint's statuses and checks over a range and what comes before it, the oldest steps first. */
export type EndpointHistory = { createdAt: number; steps: readonly Step[]; cells: readonly HourCell[] };

type Requested = { range: Range; before: Range | null; resolution: Resolution; clock: WallClock };

/** Returns the numbers to show of an endpoint over a range. `before`: null if the history lacks it. */
export function endpointRange(
  history: EndpointHistory,
  { range, before, resolution, clock }: Requested,
): EndpointRange {
  const parts = localParts(range, resolution, clock);
  const cells = cellsIn(history, range);
  const byPart = groupByPart(cells, parts, history.createdAt);
  const earlier = before && totals(history.steps, cellsIn(history, before), before);
  return {
    from: isoOf(range.fromMs),
    to: isoOf(range.toMs),
    totals: totals(history.steps, cells, range),
    before: earlier && (earlier.knownSec > 0 || earlier.checks > 0) ? earlier : null,
    locations: locationMetrics(cells),
    points: parts.map((part, index) => point(history.steps, byPart[index] ?? [], part)),
    weekHours: weekHours(cells, clock),
  };
}

/** The cells of the hours that start within a range; an endpoint's first hour starts with its creation. */
function cellsIn({ cells, createdAt }: EndpointHistory, { fromMs, toMs }: Range): HourCell[] {
  return cells.filter((cell) => startOf(cell, createdAt) >= fromMs && startOf(cell, createdAt) < toMs);
}

function startOf({ hourAt }: HourCell, createdAt: number): number {
  return Math.max(hourAt, createdAt);
}

/** The cells of each part of a range, which follow one another. */
function groupByPart(cells: readonly HourCell[], parts: readonly Range[], createdAt: number): HourCell[][] {
  const groups: HourCell[][] = parts.map(() => []);
  let index = 0;
  for (const cell of cells.toSorted((a, b) => a.hourAt - b.hourAt)) {
    while (index < parts.length - 1 && startOf(cell, createdAt) >= (parts[index]?.toMs ?? 0)) index += 1;
    groups[index]?.push(cell);
  }
  return groups;
}

function totals(steps: readonly Step[], cells: readonly HourCell[], range: Range): RangeTotals {
  return { ...uptimeMetrics(timeSums(steps, range)), ...responseMetrics(mergeResponses(cells)) };
}

function point(steps: readonly Step[], cells: readonly HourCell[], part: Range): HistoryPoint {
  return {
    ...totals(steps, cells, part),
    from: isoOf(part.fromMs),
    to: isoOf(part.toMs),
    phases: phasesAnswer(mergePhases(cells)),
    locations: locationMetrics(cells),
  };
}

function phasesAnswer(means: PhaseMeans): HistoryPoint['phases'] {
  if (means.every((ms) => ms === null)) return null;
  const [dnsMs = null, connectMs = null, tlsMs = null, firstByteMs = null, bodyMs = null] = means.map(roundMs);
  return { dnsMs, connectMs, tlsMs, firstByteMs, bodyMs };
}

function locationMetrics(cells: readonly HourCell[]): EndpointRange['locations'] {
  const byLocation = Map.groupBy(cells, ({ location }) => location);
  return orderedLocations(byLocation.keys()).map((location) => ({
    location,
    ...responseMetrics(mergeResponses(byLocation.get(location) ?? [])),
  }));
}

function weekHours(cells: readonly HourCell[], clock: WallClock): WeekHour[] {
  const byHour = Map.groupBy(cells, ({ hourAt }) => hourAt);
  const byWeekHour = Map.groupBy(byHour, ([hourAt]) => {
    const { weekday, hour } = weekTime(hourAt, clock);
    return (weekday - 1) * 24 + hour;
  });
  return [...byWeekHour]
    .sort(([a], [b]) => a - b)
    .map(([index, hours]) => {
      const { checks, failures, p50Ms } = responseMetrics(mergeResponses(hours.flatMap(([, each]) => each)));
      return { weekday: Math.floor(index / 24) + 1, hour: index % 24, checks, failures, p50Ms };
    });
}
