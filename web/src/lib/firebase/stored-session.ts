import { ENV } from '../env.ts';

/** Whether a sign-in is stored in this browser, without loading Firebase. The key is Firebase Auth's own. */
export function hasStoredSession(): boolean {
  const key = `firebase:authUser:${ENV.firebase.apiKey}:[DEFAULT]`;
  try {
    return localStorage.getItem(key) !== null || sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
