import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { deciderOf } from '@farwatch/core/values/url';
import { heartbeats } from '../../platform/db/collections.ts';
import type { Reader } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { readHeartbeatKeys } from './keys.ts';

const nameFields = heartbeats.pick('monitorId', 'slug');
/** Values of one query's `in`. */
const MOST_AT_ONCE = 30;
const MOST_DETAILS = 20;

type Edited = { ownerId: string; monitorId: string; before: ReadonlyMap<string, Endpoint> };

/**
 * Throws ApiError heartbeat_taken, with the fields, for a new name that a heartbeat in another monitor of the owner has:
 * pings by that name would no longer reach the job that uses it. Reads nothing if no heartbeat is added or renamed.
 */
export async function refuseTakenNames(
  run: Run,
  reader: Reader,
  { ownerId, monitorId, before }: Edited,
  desired: readonly Pick<EndpointContent, 'id' | 'url'>[],
): Promise<void> {
  const added = desired.flatMap(({ id, url }, index) =>
    deciderOf(url) === 'pings' && before.get(id)?.url !== url ? [{ slug: nameOf(url), index }] : [],
  );
  if (added.length === 0) return;
  const keys = await readHeartbeatKeys(run);
  const own = heartbeats.collection(run.db).where('pingKey', '==', keys.pingKeyOf(ownerId));
  const taken = new Set<string>();
  for (let from = 0; from < added.length; from += MOST_AT_ONCE) {
    const slugs = added.slice(from, from + MOST_AT_ONCE).map(({ slug }) => slug);
    for (const each of await nameFields.find(own.where('slug', 'in', slugs), reader)) {
      if (each.monitorId !== monitorId) taken.add(each.slug);
    }
  }
  const details = added
    .filter(({ slug }) => taken.has(slug))
    .map(({ index }) => ({
      path: `endpoints.${index}.url`,
      message: 'another heartbeat of the account has this name',
    }));
  if (details.length > 0) throw new ApiError('heartbeat_taken', { details: details.slice(0, MOST_DETAILS) });
}
