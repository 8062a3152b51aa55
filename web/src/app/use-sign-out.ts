import { signOut } from 'firebase/auth';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { auth } from '../lib/firebase/auth.ts';
import { isSigningOut } from '../lib/navigation-state.ts';
import { PATHS } from '../lib/paths.ts';

/**
 * Signs out a user who was sent to the sign-in page for that: by then the page they left has asked about unsaved
 * changes, and its listeners have ended. A failure is only logged.
 */
export function useSignOut() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const leaving = pathname === PATHS.login && isSigningOut(state);
  useEffect(() => {
    if (!leaving) return;
    signOut(auth)
      .catch((error: unknown) => console.error('Signing out failed', error))
      .finally(() => {
        void navigate(PATHS.login, { replace: true });
      });
  }, [leaving, navigate]);
}
