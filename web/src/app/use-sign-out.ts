import { signOut } from 'firebase/auth';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { auth } from '../lib/firebase/auth.ts';
import { forgetLive } from '../lib/live/use-live.ts';
import { isSigningOut } from '../lib/navigation-state.ts';
import { PATHS } from '../lib/paths.ts';

/**
 * Signs out who has come to the sign-in page for that: the page they left has asked about unsaved changes by then, and
 * its listeners have ended. Forgets what was fetched, so that nothing of the account stays (spec 4). A failure is only
 * logged (spec 8).
 */
export function useSignOut() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { cache } = useSWRConfig();
  const leaving = pathname === PATHS.login && isSigningOut(state);
  useEffect(() => {
    if (!leaving) return;
    signOut(auth)
      .catch((error: unknown) => console.error('Signing out failed', error))
      .finally(() => {
        for (const key of [...cache.keys()]) cache.delete(key);
        forgetLive();
        void navigate(PATHS.login, { replace: true });
      });
  }, [leaving, cache, navigate]);
}
