import { type Endpoint, endpointSchema } from '@farwatch/core/documents/endpoint';
import { idSchema } from '@farwatch/core/fields';
import { doc } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { listenToDocument } from './document.ts';
import type { WithId } from './read-document.ts';
import { type Live, useLive } from './use-live.ts';

/** One endpoint of the user, live; null if it does not exist. Invalid ids are not requested. */
export function useEndpoint(id: string): Live<WithId<Endpoint> | null> {
  const firestore = useFirestore();
  const isId = idSchema.safeParse(id).success;
  const live = useLive(isId ? `endpoint/${id}` : null, () =>
    listenToDocument(doc(firestore, 'endpoints', id), endpointSchema),
  );
  return isId ? live : { data: null, error: undefined };
}
