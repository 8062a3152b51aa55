import { signOut } from 'firebase/auth';
import type { NavigateFunction } from 'react-router-dom';
import { auth } from '../../lib/firebase/auth.ts';
import { PATHS } from '../../lib/paths.ts';

/**
 * Leaves the page, so that its listeners end first and it is not taken for one that was asked for; signs out; and loads
 * the app anew, so that nothing of the account stays in memory (spec 4). A failure is only logged (spec 8).
 */
export async function logout(navigate: NavigateFunction) {
  await navigate(PATHS.login, { replace: true, flushSync: true });
  try {
    await signOut(auth);
  } catch (error) {
    console.error('Signing out failed', error);
  }
  window.location.replace(PATHS.login);
}
