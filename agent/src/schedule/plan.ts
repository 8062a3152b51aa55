import type { Assignment } from '@farwatch/core/documents/assignment';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/time';
import { nextOnGrid, stableHash } from './grid.ts';

/**
 * One endpoint in the schedule. `dueAt` in epoch ms; `askedAt` the newest 'check now' that was followed, `answeredAt`
 * the newest of those that a durable check has answered.
 */
export type Planned = {
  key: string;
  ownerId: string;
  generation: number;
  rev: number;
  endpoint: string;
  url: string;
  name: string;
  intervalMs: number;
  phaseMs: number;
  dueAt: number;
  askedAt: number;
  answeredAt: number;
};

export type Plan = ReadonlyMap<string, Planned>;

/** The key of an endpoint in the plan. */
export function planKey(ownerId: string, endpoint: string): string {
  return `${ownerId}/${endpoint}`;
}

/**
 * The plan for the present assignments (docs/architecture.md, Schedule): what is new, or has another URL, revision or
 * generation is due at once; what is unchanged keeps its time; another interval moves it onto the new grid, never later than
 * it was due. `spread` (the agent's id) makes agents check an endpoint at different moments.
 */
export function planFor(current: Plan, assigned: readonly Assignment[], spread: string, nowMs: number): Plan {
  const next = new Map<string, Planned>();
  for (const assignment of assigned) {
    for (const endpoint of Object.keys(assignment.endpoints)) {
      const planned = planOne(current, assignment, endpoint, spread, nowMs);
      if (planned) next.set(planned.key, planned);
    }
  }
  return next;
}

function planOne(current: Plan, assignment: Assignment, endpoint: string, spread: string, nowMs: number) {
  const told = assignment.endpoints[endpoint];
  if (!told) return null;
  const key = planKey(assignment.ownerId, endpoint);
  const intervalMs = assignment.intervalSec * SECOND_MS;
  const phaseMs = stableHash(`${spread}:${endpoint}`, intervalMs);
  const before = current.get(key);
  const { generation, ownerId } = assignment;
  const fresh = {
    key,
    ownerId,
    generation,
    rev: told.rev,
    endpoint,
    url: told.url,
    name: told.name,
    intervalMs,
    phaseMs,
  };
  const isKept = before?.url === told.url && before.rev === told.rev && before.generation === generation;
  const { askedAt = 0, answeredAt = 0 } = before ?? {};
  if (!isKept) return { ...fresh, dueAt: nowMs, askedAt, answeredAt };
  const moved = before.intervalMs !== intervalMs;
  const dueAt = moved ? Math.min(before.dueAt, nextOnGrid(nowMs, intervalMs, phaseMs)) : before.dueAt;
  return { ...fresh, dueAt, askedAt, answeredAt };
}

/** When an endpoint just checked is due again, on its grid, or on a grid of minutes while it is checked that often. */
export function nextDue({ intervalMs, phaseMs }: Planned, nowMs: number, isEveryMinute = false): number {
  return nextOnGrid(nowMs, isEveryMinute ? Math.min(MINUTE_MS, intervalMs) : intervalMs, phaseMs);
}

/**
 * When an endpoint is due after the clock proved wrong by `byMs`: after the same wait, or on the grid if that is
 * earlier. `nowMs`: the right time.
 */
export function dueByRightTime(planned: Planned, byMs: number, nowMs: number, isEveryMinute: boolean): number {
  return Math.min(planned.dueAt + byMs, nextDue(planned, nowMs, isEveryMinute));
}
