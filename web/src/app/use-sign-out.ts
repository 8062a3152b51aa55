import { signOut } from 'firebase/auth';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { auth } from '../lib/firebase/auth.ts';
import { keepEmail } from '../lib/kept-email.ts';
import { isSigningOut } from '../lib/navigation-state.ts';
import { PATHS } from '../lib/paths.ts';

/**
 * Signs out a user who was sent to the sign-in page for that: by then the page they left has asked about unsaved
 * changes, and its listeners have ended. A failure is only logged. True until that is done: the sign-in page, which
 * begins with what was kept of a user on their way in, comes after it.
 */
export function useSignOut(): boolean {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const leaving = pathname === PATHS.login && isSigningOut(state);
  useEffect(() => {
    if (!leaving) return;
    keepEmail(null);
    signOut(auth)
      .catch((error: unknown) => console.error('Signing out failed', error))
      .finally(() => {
        void navigate(PATHS.login, { replace: true });
      });
  }, [leaving, navigate]);
  return leaving;
}
