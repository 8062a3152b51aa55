import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/locations';
import { type AssignmentEdit, assignmentEdits, type WatchedMonitor } from '@farwatch/core/monitors/assignment-edits';
import type { WantedMonitor } from '@farwatch/core/monitors/plan-monitor';
import { revisionWith } from '@farwatch/core/monitors/revision';
import { askToCheck } from '../../agents/commands.ts';
import { type Reader, readThenWrite, type Writer } from '../../db/read-then-write.ts';
import type { Run } from '../../db/run.ts';
import type { Facts } from '../../status/read-facts.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import { inTurn } from '../in-turn.ts';
import { type Place, readPlace } from './place.ts';
import { type Present, readPresent } from './read-present.ts';
import { removeMonitor } from './remove-monitor.ts';
import { writeEdit } from './write-edit.ts';

/**
 * The monitor that the owner wants, given the present one (null for a new one); null to delete it. Called again if the
 * edit has to start over. May throw ApiError.
 */
export type Edit = (present: Pick<Facts, 'monitor' | 'endpoints'> | null) => WantedMonitor | null;

/**
 * Makes, changes or deletes a monitor in one commit: its documents, the owner's count, the assignments and their
 * agents' memory. Throws ApiError: not_found for another owner's, limit_reached, and what `edit` throws.
 */
export async function editMonitor(run: Run, caller: Caller, monitorId: string, edit: Edit): Promise<void> {
  const { removed: endpointIds, places } = await inTurn(caller.uid, () =>
    readThenWrite(run.db, (reader, writer) => editIn(run, { reader, writer }, caller, monitorId, edit)),
  );
  await haveConfirmed(run, places);
  if (endpointIds.length === 0) return;
  try {
    await run.tasks.enqueue('removeMonitor', { monitorId, endpointIds });
  } catch {
    // The edit is done; only its cleaning could not be enqueued.
    await removeMonitor(run, { monitorId, endpointIds });
  }
}

/**
 * Endpoints under another quorum are checked now, since their former verdicts there decide nothing until they are seen
 * again.
 */
async function haveConfirmed(run: Run, places: readonly Place[]): Promise<void> {
  const asks = places.flatMap(({ agent, holding, edit: { confirm } }) =>
    agent && holding.live && confirm.length > 0 ? [askToCheck(run, { agentId: agent.id, endpointIds: confirm })] : [],
  );
  // The edit is made. An agent that could not be asked checks at its usual time.
  await Promise.allSettled(asks);
}

/** Returns the ids of the deleted endpoints, and where the edit landed. */
async function editIn(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  caller: Caller,
  monitorId: string,
  edit: Edit,
): Promise<{ removed: string[]; places: Place[] }> {
  const present = await readPresent(run, reader, caller, monitorId);
  const { facts } = present;
  const wanted = edit(facts);
  checkLimit(present, wanted);
  const before = facts && watched(facts, Object.entries(facts.monitor.endpoints), facts.monitor);
  const after = wanted && watched(facts, [...wanted.endpoints], wanted);
  const edits = [...assignmentEdits(monitorId, before, after)];
  const place = ([location, change]: [LocationCode, AssignmentEdit]) =>
    readPlace(run, reader, { ownerId: caller.uid, location }, change, present.assignments.get(location) ?? null);
  const places = await Promise.all(edits.map(place));
  const removed = writeEdit(run, writer, { monitorId, ownerId: caller.uid, present, places, wanted });
  return { removed, places };
}

/** The part of a monitor that concerns its agents, each endpoint with its revision under this URL. */
function watched(
  facts: Facts | null,
  endpoints: readonly (readonly [string, { url: string; name: string }])[],
  { name, locations }: Pick<Monitor, 'name' | 'locations'>,
): WatchedMonitor {
  const revised = endpoints.map(([id, endpoint]) => {
    const rev = revisionWith(endpoint.url, facts?.endpoints.get(id));
    return [id, { url: endpoint.url, name: endpoint.name, rev }] as const;
  });
  return { name, locations, endpoints: Object.fromEntries(revised) };
}

function checkLimit({ user, facts }: Present, wanted: WantedMonitor | null): void {
  const grown = (wanted?.endpoints.size ?? 0) - Object.keys(facts?.monitor.endpoints ?? {}).length;
  if (grown > 0 && user.endpointCount + grown > user.maxEndpoints) throw new ApiError('limit_reached');
}
