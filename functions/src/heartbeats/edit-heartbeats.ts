import {
  EDITED_FIELDS,
  type EditedHeartbeat,
  editHeartbeat,
  newHeartbeat,
} from '@farwatch/core/decisions/heartbeats/plan-heartbeat';
import type { MonitorPlan } from '@farwatch/core/decisions/monitors/plan-monitor';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { isHeartbeat } from '@farwatch/core/values/check-types/heartbeat';
import { isSame } from '@farwatch/core/values/monitor-fields/field';
import { heartbeats } from '../db/collections.ts';
import type { Reader, Writer } from '../db/read-then-write.ts';
import type { Run } from '../db/run.ts';
import { type HeartbeatKeys, readHeartbeatKeys } from './keys.ts';

const editedFields = heartbeats.pick(...EDITED_FIELDS);

type Urls = Iterable<{ id: string; url: string }>;

/** The heartbeats of a monitor before an edit, by endpoint; null if it has none before and after. */
export type KnownHeartbeats = { keys: HeartbeatKeys; before: ReadonlyMap<string, EditedHeartbeat> } | null;

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
  if (known.length === 0) return { keys, before };
  const refs = known.map(({ id, pingUrlVersion }) => heartbeats.ref(run.db, keys.keyOf(id, pingUrlVersion)));
  for (const heartbeat of await editedFields.getAll(reader, ...refs)) {
    if (heartbeat) before.set(heartbeat.endpointId, heartbeat);
  }
  return { keys, before };
}

/**
 * Writes the heartbeats of a monitor after an edit, and deletes those of endpoints that are no longer heartbeats.
 * `kept`: endpoints that move to another monitor, which writes theirs.
 */
export function writeHeartbeats(
  run: Run,
  writer: Writer,
  { keys, before }: NonNullable<KnownHeartbeats>,
  plan: MonitorPlan | null,
  current: ReadonlyMap<string, Endpoint>,
  kept: ReadonlySet<string> = new Set(),
): void {
  const refOf = (id: string) => heartbeats.ref(run.db, keys.keyOf(id, current.get(id)?.pingUrlVersion ?? 0));
  const after = new Map<string, Endpoint>();
  for (const id of Object.keys(plan?.monitor.endpoints ?? {})) {
    const endpoint = plan?.created.get(id) ?? plan?.changed.get(id)?.endpoint ?? current.get(id);
    if (endpoint && isHeartbeat(endpoint.url)) after.set(id, endpoint);
  }
  for (const [id, endpoint] of after) {
    const known = before.get(id);
    const planned = { id, endpoint, pingKey: keys.pingKeyOf(endpoint.ownerId) };
    const edited = known && editHeartbeat(known, planned);
    if (!edited) writer.set(refOf(id), heartbeats.toDocument(newHeartbeat(planned, run.nowMs)));
    else if (!isSame(known, edited)) writer.update(refOf(id), heartbeats.toUpdate(edited));
  }
  for (const id of before.keys()) if (!after.has(id) && !kept.has(id)) writer.delete(refOf(id));
}
