import { type Load, loadOf, NO_LOAD } from '@farwatch/core/decisions/agents/load';
import { plannedAgents } from '@farwatch/core/decisions/agents/planned-agents';
import type { AgentToPlan, PlannedAssignment } from '@farwatch/core/decisions/agents/planner';
import { lackedFeatures, rebalanceSources } from '@farwatch/core/decisions/agents/rebalance-sources';
import type { Agent } from '@farwatch/core/documents/agent';
import { assignmentId } from '@farwatch/core/documents/assignment';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { Query } from 'firebase-admin/firestore';
import { agents, assignments } from '../../platform/db/collections.ts';
import { findAll } from '../../platform/db/pages.ts';
import type { Run } from '../../platform/db/run.ts';

const SIZES_AT_ONCE = 5000;

const presenceFields = agents.pick(
  'location',
  'registered',
  'lastReportAt',
  'abstainingSince',
  'endpointCount',
  'plannedChecks',
  'device',
);
const sizeFields = assignments.pick('agentId', 'count', 'plannedChecks', 'features');
/** The length of the user ids of Firebase Auth. */
const USER_ID_LENGTH = 28;

/** The agents of a location, and the assignments that may move. */
export type PlanContext = { known: AgentToPlan[]; movable: PlannedAssignment[] };

/**
 * Reads the context for planning a location. Of maybe a hundred thousand assignments few can move; the others are only
 * counted, one read for each thousand. All are read if some belong to an agent that is gone, other than the one just
 * retired.
 */
export async function readPlan(run: Run, location: LocationCode, retiredId?: string): Promise<PlanContext> {
  const all = assignments.collection(run.db).where('location', '==', location);
  const waiting = all.where('agentId', '==', null);
  const ofAgent = (id: string) => assignments.collection(run.db).where('agentId', '==', id);
  const [present, total, unassigned] = await Promise.all([
    presenceFields.find(agents.collection(run.db).where('location', '==', location)),
    countOf(all),
    countOf(waiting.where('count', '>=', 0)),
  ]);
  const registered = present.filter((agent) => agent.registered);
  const left = new Set(present.flatMap(({ id, endpointCount }) => (endpointCount > 0 ? [id] : [])));
  if (retiredId !== undefined) left.add(retiredId);
  for (const { id } of registered) left.delete(id);

  const assigned = [...registered.map(({ id }) => id), ...left];
  const owners = new Map(await Promise.all(assigned.map(async (id) => [id, await countOf(ofAgent(id))] as const)));
  const loads = new Map(registered.map((agent) => [agent.id, loadBy(agent, owners.get(agent.id) ?? 0)]));
  const planned = plannedAgents(registered, run.nowMs);
  const lacking = await countLacking(lackedFeatures(planned), ofAgent);
  const known = planned.map((agent) => ({
    ...agent,
    load: loads.get(agent.id) ?? NO_LOAD,
    lacking: lacking.get(agent.id) ?? 0,
  }));
  const isAllKnown = [...owners.values()].reduce((sum, count) => sum + count, unassigned) === total;
  if (!isAllKnown) return { known, movable: await sizesOf(all) };

  const sources = new Set([...rebalanceSources(known), ...left]);
  const movable = await Promise.all([...[...sources].map(ofAgent), waiting.where('count', '>', 0)].map(sizesOf));
  return {
    known: known.map(({ load, lacking: _, ...agent }) => ({
      ...agent,
      otherLoad: sources.has(agent.id) ? NO_LOAD : load,
    })),
    movable: movable.flat(),
  };
}

/** How many assignments of each agent need a feature that it lacks. */
async function countLacking(
  lacked: ReadonlyMap<string, readonly string[]>,
  ofAgent: (id: string) => Query,
): Promise<Map<string, number>> {
  const count = async ([id, features]: readonly [string, readonly string[]]) =>
    [id, await countOf(ofAgent(id).where('features', 'array-contains-any', features))] as const;
  return new Map(await Promise.all([...lacked].map(count)));
}

/** An agent's load, from the number of its owners and its document's counts. */
function loadBy(agent: Pick<Agent, 'location' | 'endpointCount' | 'plannedChecks'>, owners: number): Load {
  const name = assignmentId(agent.location, 'x'.repeat(USER_ID_LENGTH));
  return loadOf(new Array<string>(owners).fill(name), agent.endpointCount, agent.plannedChecks);
}

async function countOf(query: Query): Promise<number> {
  return (await query.count().get()).data().count;
}

/** In pages, so that few documents are in memory. */
const sizesOf = (query: Query): Promise<PlannedAssignment[]> => findAll(query, sizeFields, SIZES_AT_ONCE);
