import { AGENT } from '@farwatch/core/limits';
import { locationCodeSchema } from '@farwatch/core/locations';
import { SECOND_MS } from '@farwatch/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { rebalance } from '../agents/rebalance.ts';
import { agents, alerts, assignments, flips } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { rollDirtyHours } from '../rollups/roll-hours.ts';
import { drain } from '../status/drain.ts';
import { declareLost } from './declare-lost.ts';

const AT_ONCE = 200;
const TRIGGER_HAS_MS = 5 * SECOND_MS;

/**
 * Every minute: finds all work that a trigger or task should have done and did not (design 2). One part that fails
 * does not keep the others from their turn; the failure is thrown at the end.
 */
export async function sweep(run: Run): Promise<void> {
  const parts = [sweepLostAgents, sweepFlips, sweepOrphans, sweepAlerts, rollDirtyHours];
  const failures: unknown[] = [];
  for (const part of parts) await part(run).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'parts of the sweep failed');
}

/** Agents silent for five minutes: their votes stop counting and others take over. */
async function sweepLostAgents(run: Run): Promise<void> {
  const before = Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs);
  const silent = agents.collection(run.db).where('lost', '==', false).where('lastReportAt', '<', before);
  const { docs } = await silent.select().limit(AT_ONCE).get();
  for (const doc of docs) await declareLost(run, doc.id);
}

async function sweepFlips(run: Run): Promise<void> {
  const before = Timestamp.fromMillis(run.nowMs - TRIGGER_HAS_MS);
  const late = flips.collection(run.db).where('state', '==', 'new').where('createdAt', '<=', before);
  const { docs } = await late.select('agentId').limit(AT_ONCE).get();
  for (const agentId of distinct(docs, 'agentId')) await drain(run, agentId);
}

/** Assignments that nobody holds, as after a crash between an agent's coming and the planning. */
async function sweepOrphans(run: Run): Promise<void> {
  const orphans = assignments.collection(run.db).where('agentId', '==', null).select('location').limit(AT_ONCE);
  const { docs } = await orphans.get();
  for (const location of distinct(docs, 'location')) await rebalance(run, locationCodeSchema.parse(location));
}

async function sweepAlerts(run: Run): Promise<void> {
  const due = alerts.collection(run.db).where('state', 'in', ['waiting', 'deferred']);
  const { docs } = await due
    .where('nextAt', '<=', Timestamp.fromMillis(run.nowMs))
    .select('ownerId')
    .limit(AT_ONCE)
    .get();
  for (const ownerId of distinct(docs, 'ownerId')) await run.tasks.enqueue('sendAlerts', { ownerId });
}

function distinct(docs: FirebaseFirestore.QueryDocumentSnapshot[], field: string): string[] {
  return [...new Set(docs.map((doc) => String(doc.get(field))))];
}
