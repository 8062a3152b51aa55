import type { Agent } from '@farwatch/core/documents/agent';
import type { Assignment } from '@farwatch/core/documents/assignment';
import { MINUTE_MS } from '@farwatch/core/time';
import { assignments } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { remember } from '../remember.ts';

const KEPT_MS = 2 * MINUTE_MS;
const MOST_AGENTS = 20;

type Copy = { untilMs: number; count: number; assignments: Promise<Assignment[]> };
const kept = new WeakMap<Run['db'], Map<string, Copy>>();

/**
 * An agent's assignments. There may be two thousand documents of them, and a screen asks every half minute, so a copy
 * may be two minutes old while the number of its endpoints stays the same.
 */
export function agentAssignments(run: Run, id: string, { endpointCount }: Agent): Promise<Assignment[]> {
  const agents = kept.get(run.db) ?? new Map<string, Copy>();
  kept.set(run.db, agents);
  const known = agents.get(id);
  if (known && known.untilMs > run.nowMs && known.count === endpointCount) return known.assignments;
  const copy = { untilMs: run.nowMs + KEPT_MS, count: endpointCount, assignments: readAssignments(run, id) };
  remember(agents, id, copy, MOST_AGENTS);
  copy.assignments.catch(() => agents.get(id) === copy && agents.delete(id));
  return copy.assignments;
}

async function readAssignments(run: Run, id: string): Promise<Assignment[]> {
  const { docs } = await assignments.collection(run.db).where('agentId', '==', id).get();
  return docs.flatMap((doc) => assignments.read(doc) ?? []);
}
