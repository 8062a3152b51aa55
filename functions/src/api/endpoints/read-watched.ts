import { assignmentId, assignmentSchema } from '@farwatch/core/documents/assignment';
import { LOCATION_CODES } from '@farwatch/core/locations';
import { assignments } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { fromStored } from '../../db/timestamps.ts';
import type { Holders } from '../../status/assigned.ts';

const watchedSchema = assignmentSchema.pick({ agentId: true, gen: true, live: true, endpoints: true });

/** All of an owner's endpoints and their agents, from at most three documents: what is watched is assigned. */
export async function readWatched(run: Run, ownerId: string): Promise<{ endpointIds: Set<string>; holders: Holders }> {
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const documents = await run.db.getAll(...refs, { fieldMask: Object.keys(watchedSchema.shape) });
  const holders: Holders = {};
  const endpointIds = new Set<string>();
  LOCATION_CODES.forEach((location, index) => {
    const document = documents[index];
    if (!document?.exists) return;
    const { endpoints, ...holder } = watchedSchema.parse(fromStored(document.data()));
    holders[location] = holder;
    for (const id of Object.keys(endpoints)) endpointIds.add(id);
  });
  return { endpointIds, holders };
}
