import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { FieldValue } from 'firebase-admin/firestore';
import { agentStates, agents, assignments } from '../../platform/db/collections.ts';
import type { Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { releaseOwners } from '../agents/release-owners.ts';
import type { AssignmentTarget } from './assignment-target.ts';

type Owner = { id: string; intervalSec: number };

/** Writes an edited assignment, its agent's load, and the verdicts that the agent remembers. */
export function writeTarget(run: Run, writer: Writer, owner: Owner, target: AssignmentTarget): void {
  writeAssignment(run, writer, owner, target);
  const { agent, isTaken, releasedState, assignee, edit, size, before } = target;
  if (!agent) return;
  if (isTaken || size.count !== before?.count || size.plannedChecks !== before.plannedChecks) {
    const { id, ...load } = agent;
    writer.update(agents.ref(run.db, id), agents.toUpdate(load));
  }
  if (releasedState && before) {
    const released = { ownerId: owner.id, generation: before.generation };
    writer.update(agentStates.ref(run.db, agent.id), releaseOwners(releasedState, [released], run.nowMs));
    return;
  }
  const forgotten = edit.forget.map((id) => [`verdicts.${owner.id}.endpoints.${id}`, FieldValue.delete()] as const);
  const assigned = isTaken ? [[`owners.${owner.id}`, assignee.generation] as const] : [];
  const fields = [...assigned, ...forgotten];
  if (fields.length > 0) writer.update(agentStates.ref(run.db, agent.id), Object.fromEntries(fields));
}

function writeAssignment(
  run: Run,
  writer: Writer,
  { id: ownerId, intervalSec }: Owner,
  target: AssignmentTarget,
): void {
  const { location, edit, size, before } = target;
  const ref = assignments.ref(run.db, assignmentId(location, ownerId));
  const { agentId, generation, live, liveSeq, previousGeneration = null } = target.assignee;
  const assignee = { agentId, generation, live, liveSeq, previousGeneration };
  const head = { ...size, intervalSec, changedAt: run.nowMs };
  if (!before) {
    const whole: Assignment = { location, ownerId, ...assignee, ...head, endpoints: edit.put };
    writer.create(ref, assignments.toDocument(whole));
    return;
  }
  const isMoved = agentId !== before.agentId;
  const isTouched = isMoved || edit.remove.length > 0 || Object.keys(edit.put).length > 0;
  if (!isTouched) return;
  const put = Object.entries(edit.put).map(([id, endpoint]) => [`endpoints.${id}`, endpoint] as const);
  const removed = edit.remove.map((id) => [`endpoints.${id}`, FieldValue.delete()] as const);
  const fields = { ...head, ...(isMoved ? assignee : {}), ...Object.fromEntries([...put, ...removed]) };
  writer.update(ref, assignments.toUpdate(fields));
}
