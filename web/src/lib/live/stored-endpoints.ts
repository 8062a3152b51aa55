import { type Endpoint, endpointSchema } from '@farwatch/core/documents/endpoint';
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
 * Reads a monitor's stored endpoints by id, once, for editing. `version` is the monitor's, read before them, so that
 * the endpoints are never older and no other tab's change is missed; nothing is read while it is undefined.
 */
export function useStoredEndpoints(monitorId: string, version: number | undefined) {
  const firestore = useFirestore();
  const accountId = useAccountId();
  // Read on each opening, because a save may have changed them since.
  const [openedMs] = useState(() => Date.now());
  return useSWR(
    accountId && version !== undefined ? ['endpoints', accountId, monitorId, version, openedMs] : null,
    () => readEndpoints(firestore, accountId ?? '', monitorId),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false, dedupingInterval: 0 },
  );
}

/** Throws ApiFailure without an answer, and Error unless all endpoints were read: saving would delete the others. */
async function readEndpoints(
  firestore: Firestore,
  accountId: string,
  monitorId: string,
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
  if (docs.length >= LIST_LIMITS.byPerson)
    throw new Error(`${monitorId} has more endpoints than can be edited at once.`);
  if (endpoints.includes(null)) throw new Error(`An endpoint of ${monitorId} cannot be read.`);
  return new Map(endpoints.flatMap((endpoint) => (endpoint ? [[endpoint.id, endpoint] as const] : [])));
}
