import { endpointDisplayStatus, failingLocations } from '@farwatch/core/decisions/status/display-status';
import type { MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { type LocationCode, orderedLocations } from '@farwatch/core/values/locations';

/**
 * A monitor's problem: how many of its `total` endpoints are down, or partially failing if none is down; the locations
 * where they fail now, none if those have no vote at present; and since when, epoch ms.
 */
export type Trouble = {
  kind: 'down' | 'partial';
  count: number;
  total: number;
  locations: LocationCode[];
  sinceMs: number;
};

/** The problem of a monitor with these endpoints; null if there is none. */
export function problemOf(endpoints: readonly MonitorEndpoint[]): Trouble | null {
  const having = (kind: Trouble['kind']) => endpoints.filter((each) => endpointDisplayStatus(each) === kind);
  const down = having('down');
  const failing = down.length > 0 ? down : having('partial');
  if (failing.length === 0) return null;
  return {
    kind: down.length > 0 ? 'down' : 'partial',
    count: failing.length,
    total: endpoints.length,
    locations: orderedLocations(failing.flatMap(({ votes }) => failingLocations(votes))),
    sinceMs: Math.min(...failing.map(failingSince)),
  };
}

function failingSince({ status, since, votes }: MonitorEndpoint): number {
  if (status === 'down') return since;
  return Math.min(...Object.values(votes).flatMap((vote) => (vote.up ? [] : [vote.since])));
}

/** The rows with problems: down before partial, the latest first. */
export function bySeverity<Row extends { trouble: Trouble | null }>(
  rows: readonly Row[],
): (Row & { trouble: Trouble })[] {
  const kinds = ['down', 'partial'] as const;
  return rows
    .flatMap((row) => (row.trouble ? [{ ...row, trouble: row.trouble }] : []))
    .sort(
      (a, b) => kinds.indexOf(a.trouble.kind) - kinds.indexOf(b.trouble.kind) || b.trouble.sinceMs - a.trouble.sinceMs,
    );
}
