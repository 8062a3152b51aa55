import { signOut } from 'firebase/auth';
import type { NavigateFunction } from 'react-router-dom';
import type { Cache } from 'swr';
import { auth } from '../../lib/firebase/auth.ts';
import { PATHS } from '../../lib/paths.ts';

/**
 * Leaves the page, so that its listeners end first and it is not taken for one that was asked for; signs out; and
 * forgets what was fetched, so that nothing of the account stays (spec 4). A failure is only logged (spec 8).
 */
export async function logout(navigate: NavigateFunction, fetched: Cache) {
  await navigate(PATHS.login, { replace: true, flushSync: true });
  try {
    await signOut(auth);
  } catch (error) {
    console.error('Signing out failed', error);
  }
  for (const key of [...fetched.keys()]) fetched.delete(key);
}
