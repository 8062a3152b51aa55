import { type AssignmentSize, assignmentSize } from '@farwatch/core/decisions/monitors/assignment-size';
import { type AccountPlan, isOverBudget } from '@farwatch/core/decisions/monitors/check-budget';
import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { agents, assignments } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { changedLoad, overBudget } from './assignment-target.ts';

const loadFields = agents.pick('endpointCount', 'plannedChecks');

/** An assignment whose endpoints get another interval, and its agent's load afterwards. */
type Replan = {
  ownerId: string;
  before: Assignment;
  size: AssignmentSize;
  intervalSec: number;
  agent: { id: string; endpointCount: number; plannedChecks: number } | null;
};

/**
 * Reads an owner's assignments for another interval of the account. Throws ApiError too_many_checks_planned if one would
 * have more planned checks than an account may, and more than before.
 */
export async function readReplans(
  run: Run,
  reader: Reader,
  ownerId: string,
  { intervalSec, maxChecks }: AccountPlan,
): Promise<Replan[]> {
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const found = (await reader.getAll(...refs)).flatMap((document) => assignments.read(document) ?? []);
  return Promise.all(
    found.map(async (before) => {
      const { location, plannedChecks, agentId } = before;
      const size = assignmentSize(before.endpoints, intervalSec);
      if (isOverBudget(size.plannedChecks, plannedChecks, maxChecks))
        throw overBudget(location, size.plannedChecks, maxChecks);
      const isSame = agentId === null || size.plannedChecks === plannedChecks;
      const [load] = isSame ? [] : await loadFields.getAll(reader, agents.ref(run.db, agentId));
      const agent = agentId !== null && load ? { id: agentId, ...changedLoad(load, before, size) } : null;
      return { ownerId, before, size, intervalSec, agent };
    }),
  );
}

/** Writes an assignment with its new interval, and its agent's load. */
export function writeReplan(run: Run, writer: Writer, { ownerId, before, size, intervalSec, agent }: Replan): void {
  const ref = assignments.ref(run.db, assignmentId(before.location, ownerId));
  writer.update(ref, assignments.toUpdate({ ...size, intervalSec, changedAt: run.nowMs }));
  if (!agent) return;
  const { id, ...load } = agent;
  writer.update(agents.ref(run.db, id), agents.toUpdate(load));
}
