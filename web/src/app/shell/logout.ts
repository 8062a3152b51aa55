import { signOut } from 'firebase/auth';
import { auth } from '../../lib/firebase/auth.ts';
import { PATHS } from '../../lib/paths.ts';

/**
 * Signs out and loads the app anew, so that nothing of the account stays in memory (spec 4). Firebase removes its own
 * stored user; a failure is only logged (spec 8).
 */
export async function logout() {
  try {
    await signOut(auth);
  } catch (error) {
    console.error('Signing out failed', error);
  }
  window.location.replace(PATHS.login);
}
