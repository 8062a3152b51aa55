import { type Monitor, monitorSchema } from '@farwatch/core/documents/monitor';
import { LISTED } from '@farwatch/core/limits';
import { collection, limit, query, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToQuery } from './collection.ts';
import { type Live, useLive } from './use-live.ts';

/** The user's monitors, live. The shell holds this listener, so that changing pages reads nothing again. */
export function useMonitors(): Live<LiveList<Monitor>> {
  const firestore = useFirestore();
  return useLive('monitors', (uid) =>
    listenToQuery(
      query(collection(firestore, 'monitors'), where('ownerId', '==', uid), limit(LISTED.byPerson)),
      monitorSchema,
    ),
  );
}
