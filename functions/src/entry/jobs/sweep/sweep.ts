import { trackCanary } from '@farwatch/core/decisions/heartbeats/canary';
import { lastGapEnd } from '@farwatch/core/decisions/heartbeats/missed-pings';
import { INCIDENT_SHARDS } from '@farwatch/core/documents/incident';
import { NO_SWEEP, type Resume, SWEEP_ID, type Sweep } from '@farwatch/core/documents/sweep';
import { isInNewPeriod, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { pingCanary } from '../../../domain/heartbeats/ping-canary.ts';
import { upgradeData } from '../../../domain/upgrades/upgrade-data.ts';
import { attemptEach, startInOrder } from '../../../platform/db/attempt-each.ts';
import { incidents, notices, outboxes, sweeps, verdictChanges } from '../../../platform/db/collections.ts';
import { findDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';
import { enqueueAll } from '../../../platform/db/tasks.ts';
import { drain, retryParked } from '../../triggers/drain.ts';
import { readDirtyHours } from '../roll-hours.ts';
import { readAbstainingAgents } from './abstaining-agents.ts';
import { readList } from './read-list.ts';
import { sweepCoverageGaps } from './sweep-coverage-gaps.ts';
import { sweepFlapping } from './sweep-flapping.ts';
import { notifyUnreachable, sweepHeartbeats } from './sweep-heartbeats.ts';
import { sweepLocations } from './sweep-locations.ts';
import { sweepAbstaining, sweepLost } from './sweep-lost.ts';
import { sweepMetricPushes } from './sweep-metric-pushes.ts';
import { sweepPages, sweepPagesOf } from './sweep-pages.ts';
import { readResumes, resumeDue } from './sweep-pauses.ts';

const lateFields = verdictChanges.pick('agentId', 'createdAt');
const parkedFields = verdictChanges.pick('agentId', 'retryAt');
const dueFields = outboxes.pick('ownerId', 'dueAt');
const incidentFields = incidents.pick('ownerId', 'changedAt');
const noticeFields = notices.pick('ownerId', 'createdAt');
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
  const abstaining = readAbstainingAgents(run, after);
  // Its answer may take seconds, for which only late heartbeats wait, while the other parts run.
  const canary = pingCanary(run).then((isAnswered) => trackCanary(before.canary, isAnswered, run.nowMs));
  let lateHeartbeats: Promise<void> = Promise.resolve();
  for (const each of [abstaining, canary]) each.catch(() => {}); // the parts that await it report the error
  const lost = new Set<string>();
  const dueResumes: Resume[] = [];
  const changedOwners = new Set<string>();
  const behind = new Set<string>();
  const parked = new Set<string>();
  const dirtyHours: Awaited<ReturnType<typeof readDirtyHours>> = [];
  // What finds outages comes first. Slow parts come last: a run that times out has completed the others.
  const parts = [
    async () => Object.assign(after, await sweepLost(run, before, lost)),
    async () => {
      lateHeartbeats = sweepHeartbeats(run, after, canary);
      lateHeartbeats.catch(() => {});
    },
    () => sweepNotifications(run, before, after, changedOwners),
    () => sweepPages(run),
    () => sweepPagesOf(run, changedOwners),
    () => sweepAbstaining(run, abstaining),
    () => sweepMetricPushes(run, before.lastRunAt),
    () => sweepCoverageGaps(run),
    () => sweepFlapping(run, after, before),
    () => sweepLocations(run, after, abstaining, { lastRunAt: before.lastRunAt, clock }),
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
    // The agents are read before the state is stored, which has where their lists continue, and drained after it.
    async () => {
      for (const agentId of await agentsBehind(run, after)) behind.add(agentId);
    },
    async () => {
      for (const agentId of await agentsWithParked(run, after)) parked.add(agentId);
    },
    async () => {
      dirtyHours.push(...(await readDirtyHours(run, after, before)));
    },
    () => sweeps.ref(run.db, SWEEP_ID).set(sweeps.toDocument(after)),
    () => eachAgent(new Set([...lost, ...behind]), (agentId) => drain(run, agentId), clock),
    () => eachAgent(parked, (agentId) => retryParked(run, agentId), clock),
    () => resumeDue(run, dueResumes),
    () => enqueueAll(run, 'rollAgentHour', dirtyHours),
    () => upgradeData(run, clock),
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

/** The agents whose verdict changes no trigger has applied, in the order of the oldest of each. */
async function agentsBehind(run: Run, state: Sweep): Promise<Set<string>> {
  const before = Timestamp.fromMillis(run.nowMs - TRIGGER_MAX_MS);
  const query = verdictChanges.collection(run.db).where('state', '==', 'new').where('createdAt', '<=', before);
  const found = await readList(state, 'newChanges', { query, fields: lateFields, orderBy: 'createdAt' });
  return new Set(found.map(({ agentId }) => agentId));
}

/** The agents with parked verdict changes that are due. */
async function agentsWithParked(run: Run, state: Sweep): Promise<Set<string>> {
  const all = verdictChanges.collection(run.db).where('state', '==', 'parked');
  const query = all.where('retryAt', '<=', Timestamp.fromMillis(run.nowMs));
  const found = await readList(state, 'parkedChanges', { query, fields: parkedFields, orderBy: 'retryAt' });
  return new Set(found.map(({ agentId }) => agentId));
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
async function sweepNotifications(
  run: Run,
  { lastRunAt }: Sweep,
  state: Sweep,
  changedOwners: Set<string>,
): Promise<void> {
  const fromMs = (lastRunAt ?? run.nowMs - 2 * MINUTE_MS) - CHANGED_BEFORE_MS;
  const due = outboxes.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs));
  const query = incidents.collection(run.db).where('shard', 'in', INCIDENT_SHARDS);
  const [ofOutboxes, ofIncidents, ofNotices] = await Promise.all([
    findDue(run, due.orderBy('dueAt'), dueFields, MOST_OUTBOXES),
    readList(state, 'incidents', { query, fields: incidentFields, orderBy: 'changedAt', fromMs }),
    recentNotices(run, lastRunAt, state),
  ]);
  for (const { ownerId } of ofIncidents) changedOwners.add(ownerId);
  const ids = new Set([...ofOutboxes, ...ofIncidents, ...ofNotices].map(({ ownerId }) => ownerId));
  await enqueueAll(
    run,
    'notifyOwner',
    [...ids].map((ownerId) => ({ ownerId })),
  );
}

/** Recent notices, every ten minutes, or those that the last look has left. */
async function recentNotices(run: Run, lastRunAt: number | null, state: Sweep): Promise<{ ownerId: string }[]> {
  const isDue = isInNewPeriod(lastRunAt, run.nowMs, NOTICES_EVERY_MS);
  if (!isDue && state.continueFrom.notices === undefined) return [];
  const fromMs = (lastRunAt ?? run.nowMs) - NOTICES_EVERY_MS - CHANGED_BEFORE_MS;
  const query = notices.collection(run.db);
  return readList(state, 'notices', { query, fields: noticeFields, orderBy: 'createdAt', fromMs });
}
