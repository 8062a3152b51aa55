import { trackLocationProblem } from '@farwatch/core/decisions/agents/grace-period';
import { freeCapacity, isPlanDue, nextPlanRetry } from '@farwatch/core/decisions/agents/plan-retry';
import { hasAbstainedTooLong, plannedAgents } from '@farwatch/core/decisions/agents/planned-agents';
import { lackedFeatures } from '@farwatch/core/decisions/agents/rebalance-sources';
import { locationNotice } from '@farwatch/core/decisions/notifications/notices';
import type { LocationProblem, Sweep } from '@farwatch/core/documents/sweep';
import { AGENT, LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import { isInNewPeriod, MINUTE_MS } from '@farwatch/core/values/time';
import { AggregateField, Timestamp } from 'firebase-admin/firestore';
import { orphansOf } from '../../../domain/agents/orphans.ts';
import { notifyOperators } from '../../../domain/notifications/notify-operators.ts';
import { rebalance } from '../../../domain/status/rebalance.ts';
import { attemptEach } from '../../../platform/db/attempt-each.ts';
import { agents } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { AbstainingAgent } from './abstaining-agents.ts';

const activeFields = agents.pick('endpointCount', 'plannedChecks', 'abstainingSince');
const featureFields = agents.pick('location', 'registered', 'lastReportAt', 'abstainingSince', 'device');
const sizedFields = agents.pick('location', 'endpointCount');
/** Agents of each kind; more than this many are a whole fleet. */
const MOST_AGENTS = 2000;
/** No location is looked at later in its part. It stays due, and those that were planned then wait for their retry. */
const STARTS_WITHIN_MS = MINUTE_MS;
/** How often agents are looked at that have too much, or lack a feature that others there have. */
const AGENTS_EVERY_MS = 10 * MINUTE_MS;

/**
 * Plans a location again if an agent there could take waiting endpoints: assignments without an agent, or those of an
 * agent that has abstained for five minutes next to a healthy one (`abstaining`). Retries back off, and admins are
 * notified. Each location's outcome is kept in `state`, even if another location fails. Every ten minutes it also plans
 * locations whose agents differ in what they can check. `lastRunAt`: of the sweep before. No location is started after a
 * minute.
 */
export async function sweepLocations(
  run: Run,
  state: Pick<Sweep, 'waiting' | 'problems' | 'overfull'>,
  abstaining: Promise<readonly AbstainingAgent[]>,
  { lastRunAt, clock }: { lastRunAt: number | null; clock: () => number },
): Promise<void> {
  const until = clock() + STARTS_WITHIN_MS;
  const [abstainingIn, overfullIn, orphanedIn, differingIn] = await Promise.all([
    abstaining.then(locationsOf),
    overfullLocations(run, state, lastRunAt),
    orphanedLocations(run),
    differingLocations(run, lastRunAt),
  ]);
  state.overfull = [...overfullIn];
  const sweepOne = async (location: LocationCode) => {
    const isOverfull = overfullIn.has(location);
    const context = { isOrphaned: orphanedIn.has(location), hasAbstaining: abstainingIn.has(location) };
    if (clock() > until) return;
    const needs = await inspect(run, location, context, state.waiting);
    const shouldPlan = needs.shouldPlan || differingIn.has(location);
    const kind = isOverfull ? 'location_full' : problemOf(needs);
    const parts = [
      () => notifyOfProblem(run, location, kind, state.problems),
      () => planAgain(run, location, shouldPlan),
    ];
    await attemptEach(parts, (part) => part());
  };
  await attemptEach(LOCATION_CODES, sweepOne, { what: 'locations' });
}

function locationsOf(found: readonly { location: LocationCode }[]): Set<LocationCode> {
  return new Set(found.map(({ location }) => location));
}

/** Where an agent has more than it may have, as of the last look. */
async function overfullLocations(run: Run, { overfull }: Pick<Sweep, 'overfull'>, lastRunAt: number | null) {
  if (!isInNewPeriod(lastRunAt, run.nowMs, AGENTS_EVERY_MS)) return new Set(overfull);
  const above = (field: 'endpointCount' | 'plannedChecks', most: number) =>
    sizedFields.find(agents.collection(run.db).where(field, '>', most).limit(MOST_AGENTS));
  const found = [above('endpointCount', LIMITS.endpointsPerAgent), above('plannedChecks', LIMITS.checksPerAgent)];
  return locationsOf((await Promise.all(found)).flat());
}

/** Where an active agent lacks a feature that another active one has. */
async function differingLocations(run: Run, lastRunAt: number | null): Promise<Set<LocationCode>> {
  if (!isInNewPeriod(lastRunAt, run.nowMs, AGENTS_EVERY_MS)) return new Set();
  const since = Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs);
  const recent = agents.collection(run.db).where('lastReportAt', '>=', since);
  const found = await featureFields.find(recent.limit(MOST_AGENTS));
  const byLocation = [...Map.groupBy(found, ({ location }) => location)];
  const differ = byLocation.filter(([, list]) => lackedFeatures(plannedAgents(list, run.nowMs)).size > 0);
  return new Set(differ.map(([location]) => location));
}

/** Queries all locations together first: without orphans that is one read a minute instead of one per location. */
async function orphanedLocations(run: Run): Promise<Set<LocationCode>> {
  const hasOrphan = async (locations: readonly LocationCode[]) =>
    !(await orphansOf(run, locations).select().limit(1).get()).empty;
  if (!(await hasOrphan(LOCATION_CODES))) return new Set();
  const orphaned = await Promise.all(LOCATION_CODES.map((location) => hasOrphan([location])));
  return new Set(LOCATION_CODES.filter((_, index) => orphaned[index]));
}

/** `shouldPlan`: an agent may be able to take waiting endpoints, and an attempt is due. */
type LocationNeeds = { isOrphaned: boolean; activeCount: number; shouldPlan: boolean };

async function inspect(
  run: Run,
  location: LocationCode,
  { isOrphaned, hasAbstaining }: { isOrphaned: boolean; hasAbstaining: boolean },
  waiting: Sweep['waiting'],
): Promise<LocationNeeds> {
  const known = waiting[location];
  const active = isOrphaned || hasAbstaining ? await activeAgents(run, location) : [];
  const healthy = active.filter((agent) => agent.abstainingSince === null);
  const canHandOver =
    healthy.length > 0 && active.some((agent) => hasAbstainedTooLong(agent, run.nowMs) && agent.endpointCount > 0);
  const needs = { isOrphaned, activeCount: active.length, shouldPlan: false };
  if (!(isOrphaned && active.length > 0) && !canHandOver) {
    delete waiting[location];
    return needs;
  }
  const capacity = freeCapacity(healthy.length > 0 ? healthy : active);
  if (!isPlanDue(known, capacity, run.nowMs)) return needs;
  waiting[location] = nextPlanRetry(known, capacity, run.nowMs);
  return { ...needs, shouldPlan: true };
}

async function planAgain(run: Run, location: LocationCode, shouldPlan: boolean): Promise<void> {
  if (shouldPlan) await rebalance(run, location);
}

function activeAgents(run: Run, location: LocationCode) {
  const present = agents.collection(run.db).where('location', '==', location).where('registered', '==', true);
  const active = present.where('lastReportAt', '>=', Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs));
  return activeFields.find(active.limit(MOST_AGENTS));
}

function problemOf({ isOrphaned, activeCount }: LocationNeeds): LocationProblem['kind'] | null {
  if (!isOrphaned) return null;
  return activeCount > 0 ? 'location_full' : 'location_without_agent';
}

async function notifyOfProblem(
  run: Run,
  location: LocationCode,
  kind: LocationProblem['kind'] | null,
  problems: Sweep['problems'],
): Promise<void> {
  const { problem, shouldNotify } = trackLocationProblem(problems[location], kind, run.nowMs);
  if (problem) problems[location] = problem;
  else delete problems[location];
  if (!problem || !shouldNotify) return;
  const sum = await orphansOf(run, [location])
    .aggregate({ endpoints: AggregateField.sum('count') })
    .get();
  const values = { location, count: sum.data().endpoints };
  const timestamps = { occurredAt: problem.since, nowMs: run.nowMs };
  const idOf = (adminId: string) => `${problem.kind}_${adminId}_${location}_${problem.since}`;
  await notifyOperators(run, idOf, (adminId) => locationNotice(problem.kind, adminId, values, timestamps));
}
