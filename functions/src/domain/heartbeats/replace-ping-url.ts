import { deciderOf } from '@farwatch/core/values/url';
import { endpoints, heartbeats } from '../../platform/db/collections.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { runSerially } from '../../platform/run-serially.ts';
import { readHeartbeatKeys } from './keys.ts';

/**
 * Gives an owner's heartbeat another ping URL in one commit: what is stored moves to the new key, and the old one is not
 * found from then on. Changes nothing if `pingUrl` is not the current one. Throws ApiError not_found, and invalid for an
 * endpoint that is no heartbeat.
 */
export async function replacePingUrl(run: Run, ownerId: string, endpointId: string, pingUrl: string): Promise<void> {
  const keys = await readHeartbeatKeys(run);
  const ref = endpoints.ref(run.db, endpointId);
  await runSerially(ownerId, () =>
    readThenWrite(run, async (reader, writer) => {
      const [document] = await reader.getAll(ref);
      const endpoint = document && endpoints.read(document);
      if (!endpoint || endpoint.ownerId !== ownerId) throw new ApiError('not_found');
      if (deciderOf(endpoint.url) !== 'pings') throw fieldError('id', 'not a heartbeat');
      const before = keys.keyOf(endpointId, endpoint.pingUrlVersion);
      if (pingUrl.split('/').at(-1) !== before) return;
      const pingUrlVersion = endpoint.pingUrlVersion + 1;
      run.activity?.describe({ id: endpointId, name: endpoint.name, fields: ['pingUrl'] });
      const [stored] = await reader.getAll(heartbeats.ref(run.db, before));
      const heartbeat = stored && heartbeats.read(stored);
      if (!heartbeat) throw new ApiError('not_found');
      const after = heartbeats.ref(run.db, keys.keyOf(endpointId, pingUrlVersion));
      writer.delete(heartbeats.ref(run.db, before));
      writer.set(after, heartbeats.toDocument(heartbeat));
      writer.update(ref, endpoints.toUpdate({ pingUrlVersion }));
    }),
  );
}
