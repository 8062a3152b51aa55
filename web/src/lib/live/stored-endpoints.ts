import { type Endpoint, endpointSchema } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { collection, type Firestore, getDocsFromServer, limit, query, where } from 'firebase/firestore';
import { useState } from 'react';
import { useFirestore } from 'reactfire';
import useSWR from 'swr';
import { openDeletion } from '../deletion/message.ts';
import { useAccountId } from '../session/session.ts';
import { withTimeout } from './listen.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads a monitor's stored endpoints by id, once, for editing. The monitor is read before them, so that they are never
 * older than its version and no other tab's change is missed; nothing is read while it is undefined.
 */
export function useStoredEndpoints(monitorId: string, monitor: Pick<Monitor, 'version' | 'order'> | undefined) {
  const firestore = useFirestore();
  const accountId = useAccountId();
  // Read on each opening, because a save may have changed them since.
  const [openedMs] = useState(() => Date.now());
  return useSWR(
    accountId && monitor ? ['endpoints', accountId, monitorId, monitor.version, openedMs] : null,
    () => readEndpoints(firestore, accountId ?? '', monitorId, monitor?.order.length ?? 0),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false, dedupingInterval: 0 },
  );
}

/** Throws ApiFailure without an answer, and Error unless all endpoints were read: saving would delete the others. */
async function readEndpoints(
  firestore: Firestore,
  accountId: string,
  monitorId: string,
  count: number,
): Promise<Map<string, Endpoint>> {
  const own = query(
    collection(firestore, 'endpoints'),
    where('ownerId', '==', accountId),
    where('monitorId', '==', monitorId),
    limit(LIST_LIMITS.byPerson),
  );
  // Those that disappeared before are deleted by then.
  await openDeletion.complete();
  // Offline, the cache would return none.
  const { docs } = await withTimeout(getDocsFromServer(own));
  const endpoints = docs.map((doc) => readDocument(doc, endpointSchema));
  if (docs.length >= LIST_LIMITS.byPerson && count > docs.length)
    throw new Error(`${monitorId} has more endpoints than can be edited at once.`);
  if (endpoints.includes(null)) throw new Error(`An endpoint of ${monitorId} cannot be read.`);
  return new Map(endpoints.flatMap((endpoint) => (endpoint ? [[endpoint.id, endpoint] as const] : [])));
}
