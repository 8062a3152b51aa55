import {
  EDITED_FIELDS,
  type EditedHeartbeat,
  editHeartbeat,
  newHeartbeat,
} from '@farwatch/core/decisions/heartbeats/plan-heartbeat';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { isHeartbeat } from '@farwatch/core/values/check-types/heartbeat';
import { isSame } from '@farwatch/core/values/is-same';
import { heartbeats } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { type HeartbeatKeys, readHeartbeatKeys } from './keys.ts';

const editedFields = heartbeats.pick(...EDITED_FIELDS);

type Urls = Iterable<{ id: string; url: string }>;

/**
 * The heartbeats of a monitor before an edit, and the versions of their ping URLs, by endpoint; null if it has none
 * before and after.
 */
export type KnownHeartbeats = {
  keys: HeartbeatKeys;
  before: ReadonlyMap<string, EditedHeartbeat>;
  versions: ReadonlyMap<string, number>;
} | null;

/** Reads the heartbeats of a monitor's endpoints. */
export async function readHeartbeats(
  run: Run,
  reader: Reader,
  endpoints: ReadonlyMap<string, Endpoint>,
  desired: Urls,
): Promise<KnownHeartbeats> {
  const known = [...endpoints].flatMap(([id, { url, pingUrlVersion }]) =>
    isHeartbeat(url) ? [{ id, pingUrlVersion }] : [],
  );
  if (known.length === 0 && ![...desired].some(({ url }) => isHeartbeat(url))) return null;
  const keys = await readHeartbeatKeys(run);
  const before = new Map<string, EditedHeartbeat>();
  const versions = new Map(known.map(({ id, pingUrlVersion }) => [id, pingUrlVersion]));
  if (known.length === 0) return { keys, before, versions };
  const refs = known.map(({ id, pingUrlVersion }) => heartbeats.ref(run.db, keys.keyOf(id, pingUrlVersion)));
  for (const heartbeat of await editedFields.getAll(reader, ...refs)) {
    if (heartbeat) before.set(heartbeat.endpointId, heartbeat);
  }
  return { keys, before, versions };
}

/**
 * Writes the heartbeats of a monitor after an edit, and deletes those of endpoints that are no longer heartbeats.
 * `kept`: endpoints that move to another monitor, which writes their heartbeats.
 */
export function writeHeartbeats(
  run: Run,
  writer: Writer,
  { keys, before, versions }: NonNullable<KnownHeartbeats>,
  after: ReadonlyMap<string, Endpoint>,
  kept: ReadonlySet<string>,
): void {
  const refOf = (id: string) =>
    heartbeats.ref(run.db, keys.keyOf(id, after.get(id)?.pingUrlVersion ?? versions.get(id) ?? 0));
  for (const [id, endpoint] of after) {
    if (!isHeartbeat(endpoint.url)) continue;
    const known = before.get(id);
    const planned = { id, endpoint, pingKey: keys.pingKeyOf(endpoint.ownerId) };
    const edited = known && editHeartbeat(known, planned);
    if (!edited) writer.set(refOf(id), heartbeats.toDocument(newHeartbeat(planned, run.nowMs)));
    else if (!isSame(known, edited)) writer.update(refOf(id), heartbeats.toUpdate(edited));
  }
  const isGone = (id: string) => !kept.has(id) && !isHeartbeat(after.get(id)?.url ?? '');
  for (const id of before.keys()) if (isGone(id)) writer.delete(refOf(id));
}
