import { type User, userSchema } from '@farwatch/core/documents/user';
import { doc } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { listenToDocument } from './document.ts';
import type { WithId } from './read-document.ts';
import { type Live, useLive } from './use-live.ts';

/** The user's profile, live; null until it is first needed and created. The shell's header holds this listener. */
export function useProfile(): Live<WithId<User> | null> {
  const firestore = useFirestore();
  return useLive('profile', (uid) => listenToDocument(doc(firestore, 'users', uid), userSchema));
}
