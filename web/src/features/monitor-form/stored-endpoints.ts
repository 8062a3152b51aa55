import { type Endpoint, endpointSchema } from '@farwatch/core/documents/endpoint';
import { LISTED } from '@farwatch/core/limits';
import { collection, type Firestore, getDocsFromServer, limit, query, where } from 'firebase/firestore';
import { useState } from 'react';
import { useFirestore } from 'reactfire';
import useSWR from 'swr';
import { readDocument } from '../../lib/live/read-document.ts';
import { useUid } from '../../lib/session.ts';

async function load(firestore: Firestore, uid: string, monitorId: string): Promise<Map<string, Endpoint>> {
  const own = query(
    collection(firestore, 'endpoints'),
    where('ownerId', '==', uid),
    where('monitorId', '==', monitorId),
    limit(LISTED.byPerson),
  );
  // Without a connection the cache would answer with none, and saving that would delete them all.
  const { docs } = await getDocsFromServer(own);
  const endpoints = docs.map((doc) => readDocument(doc, endpointSchema));
  // Saving the form would delete what it could not read.
  if (docs.length >= LISTED.byPerson) throw new Error(`${monitorId} has more endpoints than can be edited at once.`);
  if (endpoints.includes(null)) throw new Error(`An endpoint of ${monitorId} cannot be read.`);
  return new Map(endpoints.flatMap((endpoint) => (endpoint ? [[endpoint.id, endpoint] as const] : [])));
}

/**
 * A monitor's endpoints by id as they are stored when its form is opened. `version`: the monitor's, known before they are asked
 * for, so that they are never older than it and no change of another tab is missed; nothing while it is not known.
 */
export function useStoredEndpoints(monitorId: string, version: number | undefined) {
  const firestore = useFirestore();
  const uid = useUid();
  // Each opening requests them again: they may have changed since, by an own save.
  const [openedMs] = useState(() => Date.now());
  return useSWR(
    uid && version !== undefined ? ['endpoints', uid, monitorId, version, openedMs] : null,
    () => load(firestore, uid ?? '', monitorId),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false, dedupingInterval: 0 },
  );
}
