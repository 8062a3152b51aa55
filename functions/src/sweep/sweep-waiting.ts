import { afterTry, isDue, roomOf } from '@farwatch/core/agents/plan-again';
import { isBlind } from '@farwatch/core/agents/planned-agents';
import { agentSchema } from '@farwatch/core/documents/agent';
import { SWEEP_ID, type Sweep } from '@farwatch/core/documents/sweep';
import { AGENT } from '@farwatch/core/limits';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/locations';
import { Timestamp } from 'firebase-admin/firestore';
import { rebalance } from '../agents/rebalance.ts';
import { agents, assignments, sweeps } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { fromStored } from '../db/timestamps.ts';

const activeSchema = agentSchema.pick({ endpointCount: true, abstainingSince: true });
const AT_ONCE = 200;

/**
 * Plans locations anew where something waits though somebody could take it: assignments that nobody holds, as after a crash
 * between an agent's coming and the planning, and what an agent holds that has abstained for five minutes beside one
 * that is well. Where nothing can be done it is tried ever less often.
 */
export async function sweepWaiting(run: Run): Promise<void> {
  const [document, blindIn] = await Promise.all([sweeps.ref(run.db, SWEEP_ID).get(), blindLocations(run)]);
  const before = sweeps.read(document)?.waiting ?? {};
  const waiting: Sweep['waiting'] = { ...before };
  const failures: unknown[] = [];
  for (const location of LOCATION_CODES) {
    try {
      await sweepLocation(run, location, blindIn.has(location), waiting);
    } catch (error) {
      failures.push(error);
    }
  }
  if (JSON.stringify(waiting) !== JSON.stringify(before)) {
    await sweeps.ref(run.db, SWEEP_ID).set(sweeps.part({ waiting }), { mergeFields: ['waiting'] });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'locations could not be planned');
}

async function sweepLocation(
  run: Run,
  location: LocationCode,
  isBlindThere: boolean,
  waiting: Sweep['waiting'],
): Promise<void> {
  const known = waiting[location];
  const isOrphaned = await hasOrphans(run, location);
  const active = isOrphaned || isBlindThere ? await activeAgents(run, location) : [];
  const well = active.filter((agent) => agent.abstainingSince === null);
  const canHandOver = well.length > 0 && active.some((agent) => isBlind(agent, run.nowMs) && agent.endpointCount > 0);
  if (!(isOrphaned && active.length > 0) && !canHandOver) {
    delete waiting[location];
    return;
  }
  const room = roomOf(well.length > 0 ? well : active);
  if (!isDue(known, room, run.nowMs)) return;
  waiting[location] = afterTry(known, room, run.nowMs);
  await rebalance(run, location);
}

/** Empty assignments wait for nobody. */
async function hasOrphans(run: Run, location: LocationCode): Promise<boolean> {
  const orphans = assignments.collection(run.db).where('location', '==', location).where('agentId', '==', null);
  return !(await orphans.where('count', '>', 0).select().limit(1).get()).empty;
}

/** Where an agent has abstained so long that another may take over. */
async function blindLocations(run: Run): Promise<Set<string>> {
  const before = Timestamp.fromMillis(run.nowMs - AGENT.abstainsWithinMs);
  const blind = agents.collection(run.db).where('abstainingSince', '<=', before);
  const { docs } = await blind.select('country').limit(AT_ONCE).get();
  return new Set(docs.map((doc) => String(doc.get('country'))));
}

async function activeAgents(run: Run, location: LocationCode) {
  const present = agents.collection(run.db).where('country', '==', location).where('joined', '==', true);
  const active = present.where('lastReportAt', '>=', Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs));
  const { docs } = await active.select(...Object.keys(activeSchema.shape)).get();
  return docs.map((doc) => activeSchema.parse(fromStored(doc.data())));
}
