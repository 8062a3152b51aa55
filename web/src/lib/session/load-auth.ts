import { readStored, storedKeys, writeStored } from '../browser/storage.ts';

/** Loads Firebase Auth, which pages without a stored sign-in do without until they are shown. */
export const loadAuth = () => import('./auth-user.ts');

const PREFIX = 'firebase:authUser:';
const STORAGES = ['local', 'session'] as const;

/**
 * Whether a sign-in is stored in this browser, without loading Firebase. The key is Firebase Auth's own. Removes the
 * sign-ins of an earlier API key, for which public/enter.js would send a visitor from the landing page to the app.
 */
export function hasStoredSession(): boolean {
  const own = `${PREFIX}${import.meta.env.VITE_FIREBASE_API_KEY}:[DEFAULT]`;
  for (const storage of STORAGES) {
    const others = storedKeys(storage).filter((key) => key.startsWith(PREFIX) && key !== own);
    for (const key of others) writeStored(storage, key, null);
  }
  return STORAGES.some((storage) => readStored(storage, own) !== null);
}
