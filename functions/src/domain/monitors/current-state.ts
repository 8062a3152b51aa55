import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { newUser, type User } from '@farwatch/core/documents/user';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import { assignments, monitors, users } from '../../platform/db/collections.ts';
import type { Reader } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type EndpointContext, readContext } from '../status/status-documents.ts';
import { readUnmasked } from './check-secrets.ts';

/** The monitor of an edit. */
export type EditedMonitor = {
  ownerId: string;
  monitorId: string;
  /** The owner's document if there is none yet; by default an empty one, as a payment creates it. */
  newOwner?: () => User;
};

/**
 * The state before an edit: the owner, the monitor's context (null for a new one), its endpoints with their secrets, the
 * owner's assignments.
 */
export type CurrentState = {
  user: User;
  isNewUser: boolean;
  context: EndpointContext | null;
  unmasked: ReadonlyMap<string, Endpoint>;
  assignments: ReadonlyMap<LocationCode, Assignment>;
};

/** Throws ApiError not_found for another owner's monitor. */
export async function readCurrentState(
  run: Run,
  reader: Reader,
  { ownerId, monitorId, newOwner = () => newUser({ displayName: '', email: '' }, run.nowMs) }: EditedMonitor,
): Promise<CurrentState> {
  const [userDoc, monitorDoc, ...assignmentDocs] = await reader.getAll(
    users.ref(run.db, ownerId),
    monitors.ref(run.db, monitorId),
    ...LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId))),
  );
  const monitor = monitorDoc ? monitors.read(monitorDoc) : null;
  if (monitor && monitor.ownerId !== ownerId) throw new ApiError('not_found');
  const known = userDoc ? users.read(userDoc) : null;
  const found = assignmentDocs.flatMap((document) => assignments.read(document) ?? []);
  const context = monitor
    ? await readContext(run, reader, { monitorId, ownerId }, Object.keys(monitor.endpoints))
    : null;
  return {
    user: known ?? newOwner(),
    isNewUser: known === null,
    context,
    unmasked: await readUnmasked(run, reader, context?.endpoints ?? new Map()),
    assignments: new Map(found.map((assignment) => [assignment.location, assignment])),
  };
}
