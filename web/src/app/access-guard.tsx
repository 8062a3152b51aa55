import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { signOut } from 'firebase/auth';
import { Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { Loading } from '../components/feedback/loading.tsx';
import { isApiKey } from '../lib/api/api-key.ts';
import { auth } from '../lib/firebase/auth.ts';
import { forgetLastAddresses } from '../lib/list/last-addresses.ts';
import { forgetLive } from '../lib/live/use-live.ts';
import { isSigningOut, requestedPath } from '../lib/navigation/navigation-state.ts';
import { PATHS } from '../lib/navigation/paths.ts';
import { useHasWaitingClaim } from '../lib/orders/claim-store.ts';
import { decideAccess } from '../lib/session/access.ts';
import { storePendingEmail } from '../lib/session/pending-email.ts';
import { useSession, useUid } from '../lib/session/session.ts';

/** Shows the page if the access rules allow it, else redirects. The sign-in page gets the requested address. */
export function AccessGuard() {
  const session = useSession();
  const location = useLocation();
  const isLeaving = useSignOut();
  useForgetAccount();
  useClaims();
  if (session.state === 'loading' || isLeaving) return <Loading tall />;
  const access = decideAccess(location.pathname, session);
  if (access) {
    const requested = requestedPath(location.state) ?? `${location.pathname}${location.search}${location.hash}`;
    return <Navigate to={access.redirectTo} replace state={{ requestedPath: requested }} />;
  }
  return (
    <Suspense fallback={<Loading tall />}>
      <Outlet />
    </Suspense>
  );
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
    signOut(auth)
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
      forgetLive();
      forgetLastAddresses();
    }
    before.current = uid;
  }, [session.state, uid, unload]);
}

const FIRST_RETRY_MS = 2 * SECOND_MS;
const LAST_RETRY_MS = MINUTE_MS;

/** Claims orders made in this browser before the account signed in; silently, and retried until it works. */
function useClaims() {
  const uid = useUid();
  const { mutate } = useSWRConfig();
  const waiting = useHasWaitingClaim(uid) && uid !== null;
  useEffect(() => {
    if (!waiting || uid === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    async function claim(account: string, waitMs: number) {
      // Loaded only if there is an order to claim, which is rare.
      const isDone = await import('../lib/orders/claim-orders.ts').then(
        ({ claimOrders }) => claimOrders(account),
        () => false,
      );
      if (isDone) void mutate(isApiKey);
      else if (!ended) timer = setTimeout(() => void again(account, Math.min(LAST_RETRY_MS, waitMs * 2)), waitMs);
    }
    const again = (account: string, waitMs: number) =>
      claim(account, waitMs).catch((error: unknown) => console.error('Claiming orders failed', error));
    void again(uid, FIRST_RETRY_MS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [waiting, uid, mutate]);
}
