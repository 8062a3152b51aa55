import { NO_SWEEP, SWEEP_ID, type Sweep } from '@farwatch/core/documents/sweep';
import { SECOND_MS } from '@farwatch/core/time';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { readAbstainingAgents } from '../agents/abstaining-agents.ts';
import { attemptEach, oneByOne } from '../db/attempt-each.ts';
import type { Fields } from '../db/collection.ts';
import { alerts, flips, sweeps } from '../db/collections.ts';
import { pagesOf } from '../db/pages.ts';
import type { Run } from '../db/run.ts';
import { enqueueAll } from '../db/tasks.ts';
import { rollDirtyHours } from '../rollups/roll-hours.ts';
import { drain, retryParked } from '../status/drain.ts';
import { sweepBlindness } from './sweep-blindness.ts';
import { sweepLocations } from './sweep-locations.ts';
import { sweepAbstaining, sweepLost } from './sweep-lost.ts';

const lateFields = flips.pick('agentId', 'createdAt');
const parkedFields = flips.pick('agentId', 'retryAt');
const dueFields = alerts.pick('ownerId', 'nextAt');
const AT_ONCE = 200;
/**
 * Agents are drained one after the other, by their oldest flip: what they saw together is applied as near to each other as
 * it was seen. One with much to apply does not keep the others waiting.
 */
const DRAINS_AT_ONCE = 5;
const PATIENCE_MS = 2 * SECOND_MS;
const TRIGGER_HAS_MS = 5 * SECOND_MS;

/**
 * Every minute: finds all work that a trigger or task should have done and did not (docs/architecture.md, Scheduled
 * work). One failing part does not stop the others; failures are thrown at the end. What one sweep leaves to the next
 * is in one document.
 */
export async function sweep(run: Run): Promise<void> {
  const before = await readState(run);
  const after = { ...structuredClone(before), lastRunAt: run.nowMs };
  const abstaining = readAbstainingAgents(run);
  abstaining.catch(() => {}); // both parts that need them say so
  const lost = new Set<string>();
  // What may take long comes last: if the run is cut off there, nothing else has waited for it.
  const parts = [
    () => sweepAlerts(run),
    async () => Object.assign(after, await sweepLost(run, before, lost)),
    () => sweepAbstaining(run, abstaining),
    () => sweepBlindness(run),
    () => sweepLocations(run, after, abstaining),
    () => sweeps.ref(run.db, SWEEP_ID).set(sweeps.toDocument(after)),
    () => sweepFlips(run, lost),
    () => sweepParked(run),
    () => rollDirtyHours(run),
  ];
  await attemptEach(parts, (part) => part(), { what: 'parts of the sweep' });
}

/** An unreadable state counts as none, since the sweep must go on. */
async function readState(run: Run): Promise<Sweep> {
  const document = await sweeps.ref(run.db, SWEEP_ID).get();
  try {
    return sweeps.read(document) ?? NO_SWEEP;
  } catch {
    console.error('sweeps/state cannot be read and is begun anew');
    return NO_SWEEP;
  }
}

/** Drains the agents that were just declared lost, and those whose flips no trigger has applied. */
async function sweepFlips(run: Run, lost: ReadonlySet<string>): Promise<void> {
  const before = Timestamp.fromMillis(run.nowMs - TRIGGER_HAS_MS);
  const late = flips.collection(run.db).where('state', '==', 'new').where('createdAt', '<=', before);
  const behind = await distinct(late, lateFields, 'createdAt', ({ agentId }) => agentId);
  await eachAgent(new Set([...lost, ...behind]), (agentId) => drain(run, agentId));
}

/** Retries parked parts of flips that are due. */
async function sweepParked(run: Run): Promise<void> {
  const due = flips.collection(run.db).where('state', '==', 'parked');
  const before = due.where('retryAt', '<=', Timestamp.fromMillis(run.nowMs));
  const waiting = await distinct(before, parkedFields, 'retryAt', ({ agentId }) => agentId);
  await eachAgent(waiting, (agentId) => retryParked(run, agentId));
}

function eachAgent(agentIds: Iterable<string>, work: (agentId: string) => Promise<void>): Promise<void> {
  return attemptEach(agentIds, oneByOne(work, PATIENCE_MS), { atOnce: DRAINS_AT_ONCE, what: 'agents' });
}

async function sweepAlerts(run: Run): Promise<void> {
  const unfinished = alerts.collection(run.db).where('state', 'in', ['waiting', 'deferred']);
  const due = unfinished.where('nextAt', '<=', Timestamp.fromMillis(run.nowMs));
  const owners = await distinct(due, dueFields, 'nextAt', ({ ownerId }) => ownerId);
  await enqueueAll(
    run,
    'sendAlerts',
    [...owners].map((ownerId) => ({ ownerId })),
  );
}

/** What `of` gives of each document found, page by page, so that many documents of one agent or owner do not hide others. */
async function distinct<Value>(
  query: Query,
  fields: Fields<Value>,
  orderBy: keyof Value & string,
  of: (value: Value) => string,
): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const docs of pagesOf(query.orderBy(orderBy).select(...fields.names), AT_ONCE)) {
    for (const doc of docs) {
      const value = fields.readIfValid(doc);
      if (value !== null) found.add(of(value));
    }
  }
  return found;
}
