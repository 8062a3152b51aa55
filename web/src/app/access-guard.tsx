import { Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { lazyPart } from '../components/feedback/lazy-part.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { forgetLastAddresses } from '../lib/list/last-addresses.ts';
import { liveStore } from '../lib/live/live-store.ts';
import { isSigningOut, requestedPath } from '../lib/navigation/navigation-state.ts';
import { PATHS } from '../lib/navigation/paths.ts';
import { mayHaveClaims } from '../lib/orders/has-claims.ts';
import { decideAccess } from '../lib/session/access.ts';
import { loadAuth } from '../lib/session/load-auth.ts';
import { storePendingEmail } from '../lib/session/pending-email.ts';
import { useSession, useUid } from '../lib/session/session.ts';

const ClaimOrders = lazyPart(() => import('./claim-orders.tsx'));

/** Shows the page if the access rules allow it, else redirects. The sign-in page gets the requested address. */
export function AccessGuard({ onShown }: { onShown: () => void }) {
  const session = useSession();
  const uid = useUid();
  const location = useLocation();
  const isLeaving = useSignOut();
  useForgetAccount();
  if (session.state === 'loading' || isLeaving) return <Loading tall />;
  const access = decideAccess(location.pathname, session);
  if (access) {
    const requested = requestedPath(location.state) ?? `${location.pathname}${location.search}${location.hash}`;
    return <Navigate to={access.redirectTo} replace state={{ requestedPath: requested }} />;
  }
  return (
    <>
      <Suspense fallback={<Loading tall />}>
        <Outlet />
        <Shown onShown={onShown} />
      </Suspense>
      {uid && mayHaveClaims() && (
        <Suspense fallback={null}>
          <ClaimOrders key={uid} uid={uid} />
        </Suspense>
      )}
    </>
  );
}

/** Beside the page, so that its effect runs once the page is loaded and shown. */
function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

/**
 * Signs out a user who navigated to the sign-in page to do so, which lets the page they left ask about unsaved changes
 * and end its listeners. True until done, so that the sign-in page starts without data of the previous user.
 */
function useSignOut(): boolean {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const leaving = pathname === PATHS.login && isSigningOut(state);
  useEffect(() => {
    if (!leaving) return;
    storePendingEmail(null);
    loadAuth()
      .then(({ signOut }) => signOut())
      .catch((error: unknown) => console.error('Signing out failed', error))
      .finally(() => {
        void navigate(PATHS.login, { replace: true });
      });
  }, [leaving, navigate]);
  return leaving;
}

/**
 * Clears an account's cached data once it is signed out or another account is signed in, also in another tab. Its pages
 * and listeners are gone by then. An email address is stored only during sign-in.
 */
function useForgetAccount() {
  const session = useSession();
  const { unload } = useSWRConfig();
  const uid = 'user' in session ? session.user.uid : null;
  const before = useRef(uid);
  useEffect(() => {
    if (session.state === 'loading') return;
    if (session.state === 'verified' || (before.current !== null && uid === null)) storePendingEmail(null);
    if (before.current === uid) return;
    if (before.current !== null) {
      unload();
      liveStore.forget();
      forgetLastAddresses();
    }
    before.current = uid;
  }, [session.state, uid, unload]);
}
