import { type Assignment, assignmentId, assignmentSchema } from '@farwatch/core/documents/assignment';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/locations';
import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

const heldSchema = assignmentSchema.pick({ agentId: true, gen: true, live: true, formerGen: true });

/** The agent of an owner's assignment at each location, its generation and whether its votes count. */
export type Holders = Partial<Record<LocationCode, Pick<Assignment, 'agentId' | 'gen' | 'live' | 'formerGen'>>>;

export type GetAll = (refs: DocumentReference[], fieldMask: string[]) => Promise<DocumentSnapshot[]>;

/** Reads an owner's assignments without their endpoints, in a transaction or out of one. */
export async function readHolders(run: Run, ownerId: string, getAll: GetAll): Promise<Holders> {
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const documents = await getAll(refs, Object.keys(heldSchema.shape));
  const holders: Holders = {};
  LOCATION_CODES.forEach((location, index) => {
    const document = documents[index];
    if (document?.exists) holders[location] = heldSchema.parse(document.data());
  });
  return holders;
}
