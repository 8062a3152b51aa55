import { endpointDisplayStatus, failingLocations } from '@farwatch/core/decisions/status/display-status';
import type { Person } from '@farwatch/core/documents/incident';
import type { Monitor, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { type LocationCode, orderedLocations } from '@farwatch/core/values/locations';

/** How many of a monitor's endpoints are down, or partially failing if none is down. */
export type Problem = {
  kind: 'down' | 'partial';
  count: number;
  /** The number of the monitor's endpoints. */
  total: number;
  /** Where they fail; empty if their votes are withdrawn. */
  locations: LocationCode[];
  sinceMs: number;
};

/** Finds the problem of a monitor with these endpoints; null if there is none. */
export function problemOf(endpoints: readonly MonitorEndpoint[]): Problem | null {
  const endpointsBy = (kind: Problem['kind']) => endpoints.filter((each) => endpointDisplayStatus(each) === kind);
  const down = endpointsBy('down');
  const failing = down.length > 0 ? down : endpointsBy('partial');
  if (failing.length === 0) return null;
  return {
    kind: down.length > 0 ? 'down' : 'partial',
    count: failing.length,
    total: endpoints.length,
    locations: orderedLocations(failing.flatMap(({ votes }) => failingLocations(votes))),
    sinceMs: Math.min(...failing.map(failingSince)),
  };
}

/** Finds who acknowledged the incidents of all failing endpoints; empty if one of them is not acknowledged. */
export function acknowledgersOf({ endpoints, incidents }: Pick<Monitor, 'endpoints' | 'incidents'>): Person[] {
  const failing = Object.entries(endpoints).filter(([, each]) =>
    ['down', 'partial'].includes(endpointDisplayStatus(each)),
  );
  const people = failing.map(
    ([id]) => incidents.findLast(({ endpoint, endedAt }) => endpoint === id && endedAt === null)?.acknowledgedBy,
  );
  const known = people.filter((person) => person !== undefined);
  if (known.length < people.length) return [];
  return [...new Map(known.map((person) => [JSON.stringify(person), person])).values()];
}

function failingSince({ status, since, votes }: MonitorEndpoint): number {
  if (status === 'down') return since;
  return Math.min(...Object.values(votes).flatMap((vote) => (vote.up ? [] : [vote.since])));
}

/** The rows with problems: down before partial, the latest first. */
export function rowsWithProblems<Row extends { problem: Problem | null }>(
  rows: readonly Row[],
): (Row & { problem: Problem })[] {
  const kinds = ['down', 'partial'] as const;
  return rows
    .flatMap((row) => (row.problem ? [{ ...row, problem: row.problem }] : []))
    .sort(
      (a, b) => kinds.indexOf(a.problem.kind) - kinds.indexOf(b.problem.kind) || b.problem.sinceMs - a.problem.sinceMs,
    );
}
