import { occurrenceAt } from '@farwatch/core/decisions/maintenance/in-maintenance';
import { type MonitorMetrics, monitorMetrics } from '@farwatch/core/decisions/status/availability';
import { type MonitorDisplayStatus, monitorDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import { hourlySegments, type Segment } from '@farwatch/core/decisions/status/segments';
import type { Person } from '@farwatch/core/documents/incident';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import { flappingOf, type Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { checkedFrom } from '../../domain/flags/locations.tsx';
import type { WithId } from '../../lib/live/read-document.ts';
import { acknowledgersOf, type Problem, problemOf } from './attention.ts';

/** A row of the dashboard: a monitor's state as of `atMs`, from its document. */
export type MonitorRow = {
  id: string;
  monitor: WithId<Monitor>;
  name: string;
  tags: readonly string[];
  /** None of a monitor that the server checks itself. */
  locations: readonly LocationCode[];
  status: MonitorDisplayStatus;
  /** When the monitor's pause ends; null if it is not paused, or until it is resumed by hand. */
  pausedUntilMs: number | null;
  isPaused: boolean;
  metrics: MonitorMetrics;
  problem: Problem | null;
  /** The running occurrence, during which nothing is a `problem`. */
  maintenance: Occurrence | null;
  acknowledgers: Person[];
  /** Whether one of its endpoints goes up and down again and again. */
  isFlapping: boolean;
  segments: (Segment | null)[];
  atMs: number;
};

/**
 * The row of a monitor. Its time is never before the last transition, so that a change shows immediately although
 * `nowMs` ticks rarely and clocks differ.
 */
export function monitorRow(monitor: WithId<Monitor>, nowMs: number): MonitorRow {
  const known = derived.get(monitor);
  if (known?.nowMs === nowMs) return known.row;
  const row = deriveRow(monitor, nowMs);
  derived.set(monitor, { nowMs, row });
  return row;
}

/** A change of one of many monitors derives only its row again. */
const derived = new WeakMap<WithId<Monitor>, { nowMs: number; row: MonitorRow }>();

function deriveRow(monitor: WithId<Monitor>, nowMs: number): MonitorRow {
  const atMs = Math.max(nowMs, (monitor.transitions.at(-1)?.at ?? 0) + 1);
  const maintenance = occurrenceAt(monitor.maintenance, atMs);
  return {
    id: monitor.id,
    monitor,
    name: monitor.name,
    tags: monitor.tags,
    locations: checkedFrom(monitor),
    status: monitorDisplayStatus(Object.values(monitor.endpoints)),
    isPaused: monitor.paused,
    pausedUntilMs: monitor.pausedUntilMs,
    metrics: monitorMetrics(monitor, atMs),
    problem: maintenance ? null : problemOf(Object.values(monitor.endpoints)),
    maintenance,
    acknowledgers: acknowledgersOf(monitor),
    isFlapping: Object.keys(monitor.endpoints).some((id) => flappingOf(monitor, id) !== null),
    segments: hourlySegments(monitor, atMs),
    atMs,
  };
}

export function totalsOf(rows: readonly MonitorRow[]) {
  const endpointsOf = ({ metrics: { endpointsUp, endpointsDown, ...others } }: MonitorRow) =>
    endpointsUp + endpointsDown + others.endpointsPending + others.endpointsUnknown + others.endpointsPaused;
  return {
    monitors: rows.length,
    up: rows.filter((row) => ['UP', 'SLOW', 'PARTIAL'].includes(row.status)).length,
    down: rows.filter((row) => row.status === 'DOWN').length,
    endpoints: rows.reduce((sum, row) => sum + endpointsOf(row), 0),
  };
}
