import { readStored } from '../browser/storage.ts';

/** Loads Firebase Auth, which pages without a stored sign-in do without until they are shown. */
export const loadAuth = () => import('./auth-user.ts');

/** Whether a sign-in is stored in this browser, without loading Firebase. The key is Firebase Auth's own. */
export function hasStoredSession(): boolean {
  const key = `firebase:authUser:${import.meta.env.VITE_FIREBASE_API_KEY}:[DEFAULT]`;
  return readStored('local', key) !== null || readStored('session', key) !== null;
}
