import { trackCanary } from '@farwatch/core/decisions/heartbeats/canary';
import { lastGapEnd } from '@farwatch/core/decisions/heartbeats/missed-pings';
import { NO_SWEEP, type Resume, SWEEP_ID, type Sweep } from '@farwatch/core/documents/sweep';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { readAbstainingAgents } from '../../../domain/agents/abstaining-agents.ts';
import { pingCanary } from '../../../domain/heartbeats/ping-canary.ts';
import { attemptEach, startInOrder } from '../../../platform/db/attempt-each.ts';
import type { Fields } from '../../../platform/db/collection.ts';
import { incidents, notices, outboxes, sweeps, verdictChanges } from '../../../platform/db/collections.ts';
import { findDue } from '../../../platform/db/due-work.ts';
import { readPages } from '../../../platform/db/pages.ts';
import type { Run } from '../../../platform/db/run.ts';
import { enqueueAll } from '../../../platform/db/tasks.ts';
import { drain, retryParked } from '../../triggers/drain.ts';
import { rollDirtyHours } from '../roll-hours.ts';
import { sweepCoverageGaps } from './sweep-coverage-gaps.ts';
import { sweepFlapping } from './sweep-flapping.ts';
import { notifyUnreachable, sweepHeartbeats } from './sweep-heartbeats.ts';
import { sweepLocations } from './sweep-locations.ts';
import { sweepAbstaining, sweepLost } from './sweep-lost.ts';
import { sweepPages, sweepPagesOf } from './sweep-pages.ts';
import { readResumes, resumeDue } from './sweep-pauses.ts';

const lateFields = verdictChanges.pick('agentId', 'createdAt');
const parkedFields = verdictChanges.pick('agentId', 'retryAt');
const dueFields = outboxes.pick('ownerId', 'dueAt');
const incidentFields = incidents.pick('ownerId', 'changedAt');
const noticeFields = notices.pick('ownerId', 'createdAt');
const AT_ONCE = 200;
/** The outboxes that are due first; the others follow with the next sweep. */
const MOST_OUTBOXES = 2000;
/**
 * Agents are drained in the order of their oldest verdict changes, so that an outage seen by several is applied
 * together. The next drain starts after TURN_MS at the latest, so that an agent with many verdict changes does not
 * delay others.
 */
const DRAINS_AT_ONCE = 5;
const TURN_MS = 2 * SECOND_MS;
/** No drain starts later in its part: of a run's five minutes some are left for the last parts, and the next sweep continues. */
const DRAINS_START_WITHIN_MS = MINUTE_MS;
const TRIGGER_MAX_MS = 5 * SECOND_MS;
/** Clocks differ, and a change may be committed while a sweep runs. */
const CHANGED_BEFORE_MS = 30 * SECOND_MS;
/** Notices without a task are rare: looking for them each minute would cost as much as all other looks of a quiet day. */
const NOTICES_EVERY_MS = 10 * MINUTE_MS;

/**
 * Every minute, does the work that a trigger or task has missed (docs/operations.md, Scheduled work). The parts run in
 * order; one that fails does not stop the others, and its error is thrown at the end. One document keeps the state
 * between sweeps.
 */
export async function sweep(run: Run, clock: () => number = Date.now): Promise<void> {
  const before = await readState(run);
  const after = { ...structuredClone(before), lastRunAt: run.nowMs, gapEndedAt: lastGapEnd(before, run.nowMs) };
  const abstaining = readAbstainingAgents(run);
  // Its answer may take seconds, for which only late heartbeats wait, beside the other parts.
  const canary = pingCanary(run).then((isHeard) => trackCanary(before.canary, isHeard, run.nowMs));
  let lateHeartbeats: Promise<void> = Promise.resolve();
  for (const each of [abstaining, canary]) each.catch(() => {}); // the parts that await it report the error
  const lost = new Set<string>();
  const dueResumes: Resume[] = [];
  const changedOwners = new Set<string>();
  // What finds outages comes first. Slow parts come last: a run that times out has completed the others.
  const parts = [
    async () => Object.assign(after, await sweepLost(run, before, lost)),
    async () => {
      lateHeartbeats = sweepHeartbeats(run, after, canary);
      lateHeartbeats.catch(() => {});
    },
    () => sweepNotifications(run, before, changedOwners),
    () => sweepPages(run),
    () => sweepPagesOf(run, changedOwners),
    () => sweepAbstaining(run, abstaining),
    () => sweepCoverageGaps(run),
    () => sweepFlapping(run),
    () => sweepLocations(run, after, abstaining, before.lastRunAt),
    async () => {
      const { due, resumes } = await readResumes(run, before);
      dueResumes.push(...due);
      after.resumes = resumes;
    },
    () => lateHeartbeats,
    async () => {
      after.canary = await canary;
      await notifyUnreachable(run, after.canary);
    },
    () => sweeps.ref(run.db, SWEEP_ID).set(sweeps.toDocument(after)),
    () => sweepVerdictChanges(run, lost, clock),
    () => sweepParked(run, clock),
    () => resumeDue(run, dueResumes),
    () => rollDirtyHours(run),
  ];
  await attemptEach(parts, (part) => part(), { what: 'parts of the sweep' });
}

/** The sweep must not stop, so an unreadable state is replaced. */
async function readState(run: Run): Promise<Sweep> {
  const document = await sweeps.ref(run.db, SWEEP_ID).get();
  try {
    return sweeps.read(document) ?? NO_SWEEP;
  } catch {
    console.error('sweeps/state cannot be read and is replaced');
    return NO_SWEEP;
  }
}

/** Drains the agents that this sweep declared lost, and those whose verdict changes no trigger has applied. */
async function sweepVerdictChanges(run: Run, lost: ReadonlySet<string>, clock: () => number): Promise<void> {
  const before = Timestamp.fromMillis(run.nowMs - TRIGGER_MAX_MS);
  const late = verdictChanges.collection(run.db).where('state', '==', 'new').where('createdAt', '<=', before);
  const behind = await distinct(late, lateFields, 'createdAt', ({ agentId }) => agentId);
  await eachAgent(new Set([...lost, ...behind]), (agentId) => drain(run, agentId), clock);
}

/** Retries parked verdict changes that are due. */
async function sweepParked(run: Run, clock: () => number): Promise<void> {
  const due = verdictChanges.collection(run.db).where('state', '==', 'parked');
  const before = due.where('retryAt', '<=', Timestamp.fromMillis(run.nowMs));
  const waiting = await distinct(before, parkedFields, 'retryAt', ({ agentId }) => agentId);
  await eachAgent(waiting, (agentId) => retryParked(run, agentId), clock);
}

function eachAgent(
  agentIds: Iterable<string>,
  work: (agentId: string) => Promise<void>,
  clock: () => number,
): Promise<void> {
  const until = clock() + DRAINS_START_WITHIN_MS;
  const startInTime = async (agentId: string) => {
    if (clock() <= until) await work(agentId);
  };
  return attemptEach(agentIds, startInOrder(startInTime, TURN_MS), { atOnce: DRAINS_AT_ONCE, what: 'agents' });
}

/**
 * Has looked at: outboxes that are due, and the owners of what changed since shortly before the last sweep, for which no
 * task may have been enqueued. Adds the owners of changed incidents to `changedOwners`.
 */
async function sweepNotifications(run: Run, { lastRunAt }: Sweep, changedOwners: Set<string>): Promise<void> {
  const since = Timestamp.fromMillis((lastRunAt ?? run.nowMs - 2 * MINUTE_MS) - CHANGED_BEFORE_MS);
  const due = outboxes.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs));
  const changed = incidents.collection(run.db).where('changedAt', '>=', since);
  const owners = await Promise.all([
    findDue(run, due.orderBy('dueAt'), dueFields, MOST_OUTBOXES).then((found) => found.map(({ ownerId }) => ownerId)),
    distinct(changed, incidentFields, 'changedAt', ({ ownerId }) => ownerId),
    ownersOfNotices(run, lastRunAt),
  ]);
  for (const ownerId of owners[1]) changedOwners.add(ownerId);
  const ids = new Set(owners.flatMap((each) => [...each]));
  await enqueueAll(
    run,
    'notifyOwner',
    [...ids].map((ownerId) => ({ ownerId })),
  );
}

/** The owners of recent notices, every ten minutes. */
async function ownersOfNotices(run: Run, lastRunAt: number | null): Promise<Set<string>> {
  const slotOf = (atMs: number) => Math.floor(atMs / NOTICES_EVERY_MS);
  if (lastRunAt !== null && slotOf(lastRunAt) === slotOf(run.nowMs)) return new Set();
  const sinceMs = (lastRunAt ?? run.nowMs) - NOTICES_EVERY_MS - CHANGED_BEFORE_MS;
  const created = notices.collection(run.db).where('createdAt', '>=', Timestamp.fromMillis(sinceMs));
  return distinct(created, noticeFields, 'createdAt', ({ ownerId }) => ownerId);
}

/** Distinct values over all pages, so that many documents of one agent or owner do not hide the others. */
async function distinct<Value>(
  query: Query,
  fields: Fields<Value>,
  orderBy: keyof Value & string,
  of: (value: Value) => string,
): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const docs of readPages(query.orderBy(orderBy).select(...fields.names), AT_ONCE)) {
    for (const doc of docs) {
      const value = fields.readIfValid(doc);
      if (value !== null) found.add(of(value));
    }
  }
  return found;
}
