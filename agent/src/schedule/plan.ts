import type { AssignedEndpoint, Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import { fromAssignedUrl } from '@farwatch/core/values/assigned-url';
import { isSame } from '@farwatch/core/values/is-same';
import { AGENT } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { nextOnGrid, stableHash } from './grid.ts';

/**
 * One endpoint in the schedule. `dueAt` in epoch ms; `requestedAt` the newest 'check now' that was followed,
 * `answeredAt` the newest of those that a durable check has answered. `confirmedDownAt`: when such a request told that another
 * location has confirmed a failure; 0 for never.
 */
export type Planned = {
  key: string;
  ownerId: string;
  generation: number;
  rev: number;
  endpoint: string;
  url: string;
  check: AssignedEndpoint['check'];
  /** Above which time a check is slow; null for never. */
  slowMs: number | null;
  name: string;
  monitorId: string;
  /** What its monitor depends on, as in `dependenciesSchema`. */
  dependsOn: readonly string[];
  intervalMs: number;
  offsetMs: number;
  dueAt: number;
  requestedAt: number;
  answeredAt: number;
  confirmedDownAt: number;
};

export type Plan = ReadonlyMap<string, Planned>;

/**
 * More than `atOnce` endpoints that begin together do so spread over `overMs`, or their interval if that is shorter.
 */
export type StartSpread = { atOnce: number; overMs: number };

const START_SPREAD: StartSpread = { atOnce: 500, overMs: MINUTE_MS };

/** The key of an endpoint in the plan. */
export function planKey(ownerId: string, endpoint: string): string {
  return `${ownerId}/${endpoint}`;
}

/**
 * The plan for the present assignments (docs/agent.md, Schedule): what is new, or has another target or
 * generation is due at once or, with many others, within `spread.overMs`; what is unchanged keeps its time; another
 * interval moves it onto the new grid, never later than it was due. `agentId` makes agents check an endpoint at
 * different times.
 */
export function planFor(
  current: Plan,
  assigned: readonly Assignment[],
  agentId: string,
  nowMs: number,
  spread = START_SPREAD,
): Plan {
  const next = new Map<string, Planned>();
  for (const assignment of assigned) {
    for (const endpoint of Object.keys(assignment.endpoints)) {
      const planned = planOne(current, assignment, endpoint, agentId, nowMs);
      if (planned) next.set(planned.key, planned);
    }
  }
  const added = [...next.values()].filter((planned) => !isUnchanged(current.get(planned.key), planned));
  if (added.length <= spread.atOnce) return next;
  for (const planned of added) {
    const withinMs = Math.max(1, Math.min(spread.overMs, planned.intervalMs));
    next.set(planned.key, { ...planned, dueAt: nowMs + stableHash(`${agentId}:${planned.key}`, withinMs) });
  }
  return next;
}

type Target = Pick<Planned, 'url' | 'check' | 'rev'>;

/** Whether both are about the same target: the same URL, requested in the same way, at the same revision. */
export function hasSameTarget(a: Target | undefined, b: Target | undefined): boolean {
  return a !== undefined && b !== undefined && a.url === b.url && a.rev === b.rev && isSame(a.check, b.check);
}

/** Whether an endpoint was planned before with the same target under the same generation. */
export function isUnchanged(before: Planned | undefined, now: Target & Pick<Planned, 'generation'>): boolean {
  return hasSameTarget(before, now) && before?.generation === now.generation;
}

/** What to check. An older version that stored the assignment has kept the URL's scheme, but not the options. */
function targetOf({ url: assignedUrl, check }: AssignedEndpoint): Pick<Planned, 'url' | 'check'> {
  const url = fromAssignedUrl(assignedUrl);
  return { url, check: check === null && url !== assignedUrl ? 'unsupported' : check };
}

function planOne(current: Plan, assignment: Assignment, endpoint: string, agentId: string, nowMs: number) {
  const assigned = assignment.endpoints[endpoint];
  if (!assigned) return null;
  const key = planKey(assignment.ownerId, endpoint);
  const intervalMs = (assigned.intervalSec ?? assignment.intervalSec) * SECOND_MS;
  const offsetMs = stableHash(`${agentId}:${endpoint}`, intervalMs);
  const before = current.get(key);
  const { generation, ownerId } = assignment;
  const fresh = {
    key,
    ownerId,
    generation,
    rev: assigned.rev,
    endpoint,
    ...targetOf(assigned),
    slowMs: assigned.slowMs ?? null,
    name: assigned.name,
    monitorId: assigned.monitorId,
    dependsOn: assigned.dependsOn,
    intervalMs,
    offsetMs,
  };
  const { requestedAt = 0, answeredAt = 0, confirmedDownAt = 0 } = before ?? {};
  const requests = { requestedAt, answeredAt, confirmedDownAt };
  if (!before || !isUnchanged(before, fresh)) return { ...fresh, dueAt: nowMs, ...requests };
  const moved = before.intervalMs !== intervalMs;
  const dueAt = moved ? Math.min(before.dueAt, nextOnGrid(nowMs, intervalMs, offsetMs)) : before.dueAt;
  return { ...fresh, dueAt, ...requests };
}

/** When an endpoint just checked is due again, on its grid, or on a grid of minutes while it is checked that often. */
export function nextDue({ intervalMs, offsetMs }: Planned, nowMs: number, isEveryMinute = false): number {
  return nextOnGrid(nowMs, isEveryMinute ? Math.min(MINUTE_MS, intervalMs) : intervalMs, offsetMs);
}

/**
 * When an endpoint is due after the clock proved wrong by `byMs`: after the same wait, or on the grid if that is
 * earlier. `nowMs`: the right time.
 */
export function dueByRightTime(planned: Planned, byMs: number, nowMs: number, isEveryMinute: boolean): number {
  return Math.min(planned.dueAt + byMs, nextDue(planned, nowMs, isEveryMinute));
}

type Requests = Pick<Command, 'checkNow' | 'confirmedDown'>;

/**
 * The endpoints to check at once for a command: requested within the last two minutes, and after the last request that
 * was followed.
 */
export function requestedNow(plan: Plan, { checkNow, confirmedDown = {} }: Requests, nowMs: number): Planned[] {
  const fresh = new Map(Object.entries(checkNow).filter(([, at]) => at > nowMs - AGENT.commandValidMs));
  const confirmed = new Map(Object.entries(confirmedDown));
  return [...plan.values()].flatMap((planned) => {
    const at = fresh.get(planned.endpoint) ?? 0;
    if (at <= planned.requestedAt) return [];
    return [{ ...planned, requestedAt: at, confirmedDownAt: confirmed.get(planned.endpoint) ?? 0 }];
  });
}

/**
 * Whether one failed check makes the endpoint down: another location has confirmed a failure, and no check here has answered
 * that yet.
 */
export function isConfirmedElsewhere({ confirmedDownAt, answeredAt }: Planned, nowMs: number): boolean {
  return confirmedDownAt > Math.max(answeredAt, nowMs - AGENT.commandValidMs);
}
