import { type Monitor, monitorSchema } from '@farwatch/core/documents/monitor';
import { type User, userSchema } from '@farwatch/core/documents/user';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { doc, limit } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { useAccountId, useOwnAccountId } from '../session/session.ts';
import { type Live, type LiveList, listenToDocument, useLive, useOwnDocuments } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';

/** The user's monitors, live. The shell holds this listener, so that changing pages reads nothing again. */
export function useMonitors(): Live<LiveList<Monitor>> {
  return useOwnDocuments('monitors', monitorSchema, [limit(LIST_LIMITS.byPerson)]);
}

/** The account, with its owner's profile, live; null until it is first needed and created. The shell holds this listener. */
export function useProfile(): Live<WithId<User> | null> {
  const firestore = useFirestore();
  return useLive('profile', (accountId) => listenToDocument(doc(firestore, 'users', accountId), userSchema));
}

/** The signed-in person's own profile, live: the same document in their own account. */
export function useOwnProfile(): Live<WithId<User> | null> {
  const firestore = useFirestore();
  const own = useOwnAccountId();
  const isOwn = useAccountId() === own;
  return useLive(isOwn ? 'profile' : 'own profile', () =>
    listenToDocument(doc(firestore, 'users', own ?? ''), userSchema),
  );
}
