import { isActive } from '@farwatch/core/agents/health';
import { placeAssignment } from '@farwatch/core/agents/place-assignment';
import { agentSchema, agentStateSchema } from '@farwatch/core/documents/agent';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { LocationCode } from '@farwatch/core/locations';
import type { AssignmentEdit } from '@farwatch/core/monitors/assignment-edits';
import { agentStates, agents } from '../../db/kinds.ts';
import type { Reader } from '../../db/read-then-write.ts';
import type { Run } from '../../db/run.ts';
import { fromStored } from '../../db/timestamps.ts';

const presentSchema = agentSchema.pick({ joined: true, lost: true, lastReportAt: true, endpointCount: true });
const loadSchema = agentSchema.pick({ endpointCount: true });
const stateSchema = agentStateSchema.pick({ order: true, abstaining: true, lost: true });

/** Who holds an assignment: nobody has an `agentId` of null. */
export type Holding = Pick<Assignment, 'agentId' | 'gen' | 'live' | 'liveOrder'>;

/** Where an edit of an assignment lands. `isTaken`: by an agent that did not hold it before. `agent` null for none, or one that is gone. */
export type Place = {
  location: LocationCode;
  edit: AssignmentEdit;
  before: Assignment | null;
  count: number;
  holding: Holding;
  isTaken: boolean;
  agent: { id: string; endpointCount: number } | null;
};

/** Reads what an edit needs to be written: the agent that holds the assignment, or for one nobody holds the one to give it to (design 4). */
export async function readPlace(
  run: Run,
  reader: Reader,
  location: LocationCode,
  edit: AssignmentEdit,
  before: Assignment | null,
): Promise<Place> {
  const ids = new Set([...Object.keys(before?.endpoints ?? {}), ...Object.keys(edit.put)]);
  for (const id of edit.remove) ids.delete(id);
  const edited = { location, edit, before, count: ids.size };
  if (before && before.agentId !== null) {
    const endpointCount = await loadOf(run, reader, before.agentId);
    const grown = ids.size - before.count;
    const agent =
      endpointCount === null ? null : { id: before.agentId, endpointCount: Math.max(0, endpointCount + grown) };
    return { ...edited, holding: before, isTaken: false, agent };
  }
  const gen = (before?.gen ?? 0) + 1;
  const found = await findAgent(run, reader, location, ids.size);
  if (!found) {
    const nobody = { agentId: null, gen: before?.gen ?? 1, live: false, liveOrder: before?.liveOrder ?? 0 };
    return { ...edited, holding: nobody, isTaken: false, agent: null };
  }
  const { id, live, order, endpointCount } = found;
  const holding = { agentId: id, gen, live, liveOrder: order };
  return { ...edited, holding, isTaken: true, agent: { id, endpointCount: endpointCount + ids.size } };
}

async function loadOf(run: Run, reader: Reader, agentId: string): Promise<number | null> {
  const [document] = await reader.getAll(agents.ref(run.db, agentId), { fieldMask: Object.keys(loadSchema.shape) });
  return document?.exists ? loadSchema.parse(document.data()).endpointCount : null;
}

type Found = { id: string; endpointCount: number; live: boolean; order: number };

async function findAgent(run: Run, reader: Reader, location: LocationCode, count: number): Promise<Found | null> {
  const joined = agents.collection(run.db).where('country', '==', location).where('joined', '==', true);
  const { docs } = await reader.get(joined.select(...Object.keys(presentSchema.shape)));
  const present = docs.map((doc) => ({ id: doc.id, ...presentSchema.parse(fromStored(doc.data())) }));
  const planned = present.map((agent) => ({ ...agent, active: !agent.lost && isActive(agent, run.nowMs) }));
  const chosen = placeAssignment(planned, count);
  const agent = present.find(({ id }) => id === chosen);
  if (!agent) return null;
  const ref = agentStates.ref(run.db, agent.id);
  const [document] = await reader.getAll(ref, { fieldMask: Object.keys(stateSchema.shape) });
  if (!document?.exists) return null;
  const { order, abstaining, lost } = stateSchema.parse(document.data());
  return { id: agent.id, endpointCount: agent.endpointCount, live: !abstaining && !lost, order };
}
