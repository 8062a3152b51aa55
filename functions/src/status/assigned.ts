import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/locations';
import type { Getter } from '../db/kind.ts';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

const heldFields = assignments.pick('agentId', 'gen', 'live', 'formerGen');

/** The agent of an owner's assignment at each location, its generation and whether its votes count. */
export type Holders = Partial<Record<LocationCode, Pick<Assignment, 'agentId' | 'gen' | 'live' | 'formerGen'>>>;

/** Reads an owner's assignments without their endpoints, in a transaction or out of one. */
export async function readHolders(run: Run, ownerId: string, from: Getter = run.db): Promise<Holders> {
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const held = await heldFields.getAll(from, ...refs);
  const holders: Holders = {};
  LOCATION_CODES.forEach((location, index) => {
    const holder = held[index];
    if (holder) holders[location] = holder;
  });
  return holders;
}

/** The locations among these that an agent holds. */
export function locationsHeld(
  holders: Holders,
  locations: readonly LocationCode[] = LOCATION_CODES,
): { location: LocationCode; agentId: string }[] {
  return locations.flatMap((location) => {
    const agentId = holders[location]?.agentId ?? null;
    return agentId === null ? [] : [{ location, agentId }];
  });
}
