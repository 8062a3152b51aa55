import type { LocationCode } from '@farwatch/core/locations';
import { type AssignmentEdit, assignmentEdits } from '@farwatch/core/monitors/assignment-edits';
import type { WantedMonitor } from '@farwatch/core/monitors/plan-monitor';
import { type Reader, readThenWrite, type Writer } from '../../db/read-then-write.ts';
import type { Run } from '../../db/run.ts';
import type { Facts } from '../../status/read-facts.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import { inTurn } from '../in-turn.ts';
import { readPlace } from './place.ts';
import { type Present, readPresent } from './read-present.ts';
import { removeMonitor } from './remove-monitor.ts';
import { writeEdit } from './write-edit.ts';

/**
 * What the owner wants of a monitor, given what there is (null for one that is yet to be made); null to have it deleted. Called
 * again when all has to start over. May throw ApiError.
 */
export type Edit = (present: Pick<Facts, 'monitor' | 'endpoints'> | null) => WantedMonitor | null;

/**
 * Makes, changes or deletes a monitor in one commit: its documents, the owner's count, the assignments and what is known of
 * them at their agents (design 4 and 7). Throws ApiError: not_found for another owner's, limit_reached, and what `edit` throws.
 */
export async function editMonitor(run: Run, caller: Caller, monitorId: string, edit: Edit): Promise<void> {
  const endpointIds = await inTurn(caller.uid, () =>
    readThenWrite(run.db, (reader, writer) => editIn(run, { reader, writer }, caller, monitorId, edit)),
  );
  if (endpointIds.length === 0) return;
  try {
    await run.tasks.enqueue('removeMonitor', { monitorId, endpointIds });
  } catch {
    // What was asked for is done and only its cleaning could not be handed on.
    await removeMonitor(run, { monitorId, endpointIds });
  }
}

/** Gives the ids of the endpoints that are gone. */
async function editIn(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  caller: Caller,
  monitorId: string,
  edit: Edit,
): Promise<string[]> {
  const present = await readPresent(run, reader, caller, monitorId);
  const before = present.facts?.monitor ?? null;
  const wanted = edit(present.facts);
  checkLimit(present, wanted);
  const after = wanted && { ...wanted, endpoints: Object.fromEntries(wanted.endpoints) };
  const edits = [...assignmentEdits(monitorId, before, after)];
  const place = ([location, change]: [LocationCode, AssignmentEdit]) =>
    readPlace(run, reader, { ownerId: caller.uid, location }, change, present.assignments.get(location) ?? null);
  const places = await Promise.all(edits.map(place));
  return writeEdit(run, writer, { monitorId, ownerId: caller.uid, present, places, wanted });
}

function checkLimit({ user, facts }: Present, wanted: WantedMonitor | null): void {
  const grown = (wanted?.endpoints.size ?? 0) - Object.keys(facts?.monitor.endpoints ?? {}).length;
  if (grown > 0 && user.endpointCount + grown > user.maxEndpoints) throw new ApiError('limit_reached');
}
