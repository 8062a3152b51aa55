import { type Alert, alertSchema } from '@farwatch/core/documents/alert';
import { collection, limit, orderBy, query, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToQuery } from './collection.ts';
import { type Live, useLive } from './use-live.ts';

const LIMIT = 20;

/** The user's last 20 alerts with their delivery, newest first, live. */
export function useAlerts(): Live<LiveList<Alert>> {
  const firestore = useFirestore();
  return useLive('alerts', (uid) =>
    listenToQuery(
      query(collection(firestore, 'alerts'), where('ownerId', '==', uid), orderBy('createdAt', 'desc'), limit(LIMIT)),
      alertSchema,
    ),
  );
}
