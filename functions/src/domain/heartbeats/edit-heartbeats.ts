import {
  EDITED_FIELDS,
  type EditedHeartbeat,
  editHeartbeat,
  newHeartbeat,
} from '@farwatch/core/decisions/heartbeats/plan-heartbeat';
import { isSame } from '@farwatch/core/values/is-same';
import { deciderOf } from '@farwatch/core/values/url';
import { heartbeats } from '../../platform/db/collections.ts';
import type { ReadServerChecks } from '../checks/server-check.ts';
import { readHeartbeatKeys } from './keys.ts';

const editedFields = heartbeats.pick(...EDITED_FIELDS);

/** Reads the heartbeats of a monitor's endpoints before an edit; returns what writes those after it. */
export const readHeartbeats: ReadServerChecks = async (run, reader, endpoints, desired) => {
  const known = [...endpoints].flatMap(([id, { url, pingUrlVersion }]) =>
    isPinged(url) ? [{ id, pingUrlVersion }] : [],
  );
  if (known.length === 0 && ![...desired].some(({ url }) => isPinged(url))) return () => [];
  const keys = await readHeartbeatKeys(run);
  const before = new Map<string, EditedHeartbeat>();
  const versions = new Map(known.map(({ id, pingUrlVersion }) => [id, pingUrlVersion]));
  const refs = known.map(({ id, pingUrlVersion }) => heartbeats.ref(run.db, keys.keyOf(id, pingUrlVersion)));
  for (const heartbeat of refs.length > 0 ? await editedFields.getAll(reader, ...refs) : []) {
    if (heartbeat) before.set(heartbeat.endpointId, heartbeat);
  }
  return (writer, after, kept) => {
    const refOf = (id: string) =>
      heartbeats.ref(run.db, keys.keyOf(id, after.get(id)?.pingUrlVersion ?? versions.get(id) ?? 0));
    for (const [id, endpoint] of after) {
      if (!isPinged(endpoint.url)) continue;
      const stored = before.get(id);
      const planned = { id, endpoint, pingKey: keys.pingKeyOf(endpoint.ownerId) };
      const edited = stored && editHeartbeat(stored, planned);
      if (!edited) writer.set(refOf(id), heartbeats.toDocument(newHeartbeat(planned, run.nowMs)));
      else if (!isSame(stored, edited)) writer.update(refOf(id), heartbeats.toUpdate(edited));
    }
    const isGone = (id: string) => !kept.has(id) && !isPinged(after.get(id)?.url ?? '');
    for (const id of before.keys()) if (isGone(id)) writer.delete(refOf(id));
    return [];
  };
};

function isPinged(url: string): boolean {
  return deciderOf(url) === 'pings';
}
