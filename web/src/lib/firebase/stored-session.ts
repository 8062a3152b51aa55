import { ENV } from '../env.ts';

/** Whether this browser holds a sign-in, without loading Firebase to ask. The key is Firebase Auth's own. */
export function hasStoredSession(): boolean {
  const key = `firebase:authUser:${ENV.firebase.apiKey}:[DEFAULT]`;
  try {
    return localStorage.getItem(key) !== null || sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
