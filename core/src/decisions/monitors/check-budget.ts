import { LIMITS, SHORT_INTERVALS_SEC } from '../../values/limits.ts';

/** Budgets count planned checks in this time. */
const BUDGET_SEC = 600;

/** Endpoints that are checked at the same interval, in seconds; null for the account's. */
export type PlannedEndpoints = { count: number; intervalSec: number | null };

/** Returns how many checks in ten minutes these endpoints plan, each group at its interval; rounded up. */
export function plannedChecks(groups: Iterable<PlannedEndpoints>, accountIntervalSec: number): number {
  let sum = 0;
  for (const { count, intervalSec } of groups) sum += (count * BUDGET_SEC) / (intervalSec ?? accountIntervalSec);
  // Thirds add up to a little more than a whole.
  return Math.ceil(Math.round(sum * 1000) / 1000);
}

/**
 * What a monitor would use of the budget of planned checks in ten minutes, which the account has at each location.
 * `used` includes all its monitors, `own` only this one. `shortestSec`: the shortest interval at which this monitor's URLs fit; null if none
 * does. `mostUrls`: how many URLs of this monitor fit at the shortest interval of all, `leastSec`.
 */
export type CheckBudget = {
  own: number;
  used: number;
  max: number;
  isExceeded: boolean;
  shortestSec: number | null;
  leastSec: number;
  mostUrls: number;
};

/** An account's interval, and how many checks it may plan in ten minutes at a location. */
export type AccountPlan = { intervalSec: number; maxChecks: number };

/**
 * Returns the budget at one location. `others`: the account's other endpoints there that are not paused; `own`: those of
 * the monitor being edited. An account that already plans more than it may (`before`) may only plan less.
 */
export function budgetOf(
  others: readonly PlannedEndpoints[],
  own: PlannedEndpoints,
  { intervalSec: accountIntervalSec, maxChecks: max }: AccountPlan,
  before = 0,
): CheckBudget {
  const usedAt = (intervalSec: number | null) =>
    plannedChecks([...others, { ...own, intervalSec }], accountIntervalSec);
  const used = usedAt(own.intervalSec);
  const [leastSec] = SHORT_INTERVALS_SEC;
  const possible = [...SHORT_INTERVALS_SEC, accountIntervalSec].filter((intervalSec) => usedAt(intervalSec) <= max);
  const free = max - plannedChecks(others, accountIntervalSec);
  return {
    own: plannedChecks([own], accountIntervalSec),
    used,
    max,
    isExceeded: isOverBudget(used, before, max),
    shortestSec: possible.length === 0 ? null : Math.min(...possible),
    leastSec,
    mostUrls: Math.max(0, Math.floor((free * leastSec) / BUDGET_SEC)),
  };
}

/** Whether an edit plans too many checks at a location: more than the account may have, and more than `before`. */
export function isOverBudget(planned: number, before: number, maxChecks: number): boolean {
  return planned > maxChecks && planned > before;
}

/** Returns what an account's checks are planned with. */
export function accountPlan(user: { monitorInterval: number; maxEndpoints: number }): AccountPlan {
  return { intervalSec: user.monitorInterval * 60, maxChecks: maxChecksOf(user.maxEndpoints) };
}

/**
 * Returns how many checks an account with this limit of endpoints may plan in ten minutes at a location: as many as 200
 * endpoints for each 200, and never more than one agent performs, since one agent has all of an account's endpoints there.
 */
export function maxChecksOf(maxEndpoints: number): number {
  const { checksPerOwner, checksPerAgent, endpointsPerOwner } = LIMITS;
  const inProportion = Math.floor((checksPerOwner * maxEndpoints) / endpointsPerOwner);
  return Math.min(checksPerAgent, Math.max(checksPerOwner, inProportion));
}
