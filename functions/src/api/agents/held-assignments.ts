import type { Agent } from '@farwatch/core/documents/agent';
import type { Assignment } from '@farwatch/core/documents/assignment';
import { MINUTE_MS } from '@farwatch/core/time';
import { assignments } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { remember } from '../remember.ts';

const KEPT_MS = 2 * MINUTE_MS;
const MOST_AGENTS = 20;

type Held = { untilMs: number; count: number; assignments: Promise<Assignment[]> };
const kept = new WeakMap<Run['db'], Map<string, Held>>();

/**
 * An agent's assignments. There may be two thousand documents of them, and a screen asks every half minute, so a copy
 * may be two minutes old while the number of its endpoints stays the same.
 */
export function heldAssignments(run: Run, id: string, { endpointCount }: Agent): Promise<Assignment[]> {
  const agents = kept.get(run.db) ?? new Map<string, Held>();
  kept.set(run.db, agents);
  const known = agents.get(id);
  if (known && known.untilMs > run.nowMs && known.count === endpointCount) return known.assignments;
  const fresh = { untilMs: run.nowMs + KEPT_MS, count: endpointCount, assignments: readHeld(run, id) };
  remember(agents, id, fresh, MOST_AGENTS);
  fresh.assignments.catch(() => agents.get(id) === fresh && agents.delete(id));
  return fresh.assignments;
}

async function readHeld(run: Run, id: string): Promise<Assignment[]> {
  const { docs } = await assignments.collection(run.db).where('agentId', '==', id).get();
  return docs.flatMap((doc) => assignments.read(doc) ?? []);
}
