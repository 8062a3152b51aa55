import { followTrouble } from '@farwatch/core/agents/patience';
import { afterTry, isDue, roomOf } from '@farwatch/core/agents/plan-again';
import { isBlind } from '@farwatch/core/agents/planned-agents';
import { locationNotice } from '@farwatch/core/alerts/notices';
import type { LocationTrouble, Sweep } from '@farwatch/core/documents/sweep';
import { AGENT, LIMITS } from '@farwatch/core/limits';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/locations';
import { AggregateField, Timestamp } from 'firebase-admin/firestore';
import type { AbstainingAgent } from '../agents/abstaining-agents.ts';
import { orphansOf } from '../agents/orphans.ts';
import { rebalance } from '../agents/rebalance.ts';
import { tellOwner } from '../alerts/tell-owner.ts';
import { attemptEach } from '../db/attempt-each.ts';
import { agents } from '../db/collections.ts';
import { findAll } from '../db/pages.ts';
import type { Run } from '../db/run.ts';

const activeFields = agents.pick('endpointCount', 'abstainingSince');
const sizedFields = agents.pick('location', 'endpointCount');
const ownerField = agents.pick('ownerId');
const AT_ONCE = 200;

/**
 * Plans locations again where something waits that an agent could take: assignments without an agent, as after a crash
 * before planning, and those of an agent that has abstained for five minutes beside a healthy one. If nothing can be
 * done, tries become rarer and the admins are told. `blind` are the agents that have abstained for so long; `state` keeps each location's result even if another fails.
 */
export async function sweepLocations(
  run: Run,
  state: Pick<Sweep, 'waiting' | 'troubles'>,
  blind: Promise<readonly AbstainingAgent[]>,
): Promise<void> {
  const [blindIn, overfullIn, orphanedIn] = await Promise.all([
    blind.then(locationsOf),
    overfullAgents(run).then(locationsOf),
    orphanedLocations(run),
  ]);
  const sweepOne = async (location: LocationCode) => {
    const isOverfull = overfullIn.has(location);
    const about = { isOrphaned: orphanedIn.has(location), isBlindThere: blindIn.has(location) };
    const found = await lookAt(run, location, about, state.waiting);
    const kind = isOverfull ? 'location_full' : troubleOf(found);
    const parts = [() => tellOf(run, location, kind, state.troubles), () => planAgain(run, location, found)];
    await attemptEach(parts, (part) => part());
  };
  await attemptEach(LOCATION_CODES, sweepOne, { what: 'locations' });
}

function locationsOf(found: readonly { location: LocationCode }[]): Set<LocationCode> {
  return new Set(found.map(({ location }) => location));
}

function overfullAgents(run: Run) {
  const overfull = agents.collection(run.db).where('endpointCount', '>', LIMITS.endpointsPerAgent);
  return findAll(overfull, sizedFields, AT_ONCE);
}

/** Looks for any first: without orphans, this is one read each minute instead of one for each location. */
async function orphanedLocations(run: Run): Promise<Set<LocationCode>> {
  const hasOrphan = async (locations: readonly LocationCode[]) =>
    !(await orphansOf(run, locations).select().limit(1).get()).empty;
  if (!(await hasOrphan(LOCATION_CODES))) return new Set();
  const orphaned = await Promise.all(LOCATION_CODES.map((location) => hasOrphan([location])));
  return new Set(LOCATION_CODES.filter((_, index) => orphaned[index]));
}

/** `isToPlan`: something waits that an agent may be able to take, and a try is due. */
type Found = { isOrphaned: boolean; activeCount: number; isToPlan: boolean };

async function lookAt(
  run: Run,
  location: LocationCode,
  { isOrphaned, isBlindThere }: { isOrphaned: boolean; isBlindThere: boolean },
  waiting: Sweep['waiting'],
): Promise<Found> {
  const known = waiting[location];
  const active = isOrphaned || isBlindThere ? await activeAgents(run, location) : [];
  const well = active.filter((agent) => agent.abstainingSince === null);
  const canHandOver = well.length > 0 && active.some((agent) => isBlind(agent, run.nowMs) && agent.endpointCount > 0);
  const found = { isOrphaned, activeCount: active.length, isToPlan: false };
  if (!(isOrphaned && active.length > 0) && !canHandOver) {
    delete waiting[location];
    return found;
  }
  const room = roomOf(well.length > 0 ? well : active);
  if (!isDue(known, room, run.nowMs)) return found;
  waiting[location] = afterTry(known, room, run.nowMs);
  return { ...found, isToPlan: true };
}

async function planAgain(run: Run, location: LocationCode, { isToPlan }: Found): Promise<void> {
  if (isToPlan) await rebalance(run, location);
}

function activeAgents(run: Run, location: LocationCode) {
  const present = agents.collection(run.db).where('location', '==', location).where('joined', '==', true);
  const active = present.where('lastReportAt', '>=', Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs));
  return activeFields.find(active);
}

function troubleOf({ isOrphaned, activeCount }: Found): LocationTrouble['kind'] | null {
  if (!isOrphaned) return null;
  return activeCount > 0 ? 'location_full' : 'location_unwatched';
}

async function tellOf(
  run: Run,
  location: LocationCode,
  kind: LocationTrouble['kind'] | null,
  troubles: Sweep['troubles'],
): Promise<void> {
  const { trouble, isToTell } = followTrouble(troubles[location], kind, run.nowMs);
  if (trouble) troubles[location] = trouble;
  else delete troubles[location];
  if (!trouble || !isToTell) return;
  const sum = await orphansOf(run, [location])
    .aggregate({ endpoints: AggregateField.sum('count') })
    .get();
  const facts = { location, count: sum.data().endpoints };
  const owned = await ownerField.find(agents.collection(run.db));
  const admins = new Set(owned.map(({ ownerId }) => ownerId));
  await attemptEach(admins, (ownerId) => {
    const alert = locationNotice(trouble.kind, ownerId, facts, { occurredAt: trouble.since, nowMs: run.nowMs });
    return tellOwner(run, `${trouble.kind}_${ownerId}_${location}_${trouble.since}`, alert);
  });
}
