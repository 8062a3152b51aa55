import { SECOND_MS } from '@farwatch/core/values/time';
import type { User } from 'firebase/auth';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { decideAccess, isSignInPage } from '../domain/access.ts';
import { withTexts } from '../lib/i18n/i18n.ts';
import { forgetLastAddresses } from '../lib/list/last-addresses.ts';
import { liveStore } from '../lib/live/live-store.ts';
import { isSigningOut, requestedPath } from '../lib/navigation/navigation-state.ts';
import { PATHS } from '../lib/navigation/paths.ts';
import { useHasUnsaved } from '../lib/navigation/unsaved.ts';
import { mayHaveClaims } from '../lib/orders/has-claims.ts';
import { reportMismatch } from '../lib/parts/new-version.ts';
import { retryLoad } from '../lib/parts/retry-load.ts';
import { NAMED_ACCOUNT } from '../lib/session/account-address.ts';
import { hasStoredSession, loadAuth } from '../lib/session/load-auth.ts';
import { storePendingEmail } from '../lib/session/pending-email.ts';
import {
  accountNamed,
  LeavePageContext,
  type Session,
  SessionContext,
  type TokenRoles,
  useSession,
  useUid,
} from '../lib/session/session.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Loading } from '../ui/feedback/loading.tsx';

/** Provides the session and the access rules to every page that needs them. */
export function SessionRoot({ afterSignIn }: { afterSignIn: readonly (() => Promise<unknown>)[] }) {
  // Without a stored sign-in, the page is shown first, and Firebase Auth is loaded afterwards.
  const [needsAuth, setNeedsAuth] = useState(hasStoredSession);
  const [isShown, setShown] = useState(false);
  const onShown = useCallback(() => setShown(true), []);
  const prepare = useCallback(
    (isSigningIn: boolean) => {
      setNeedsAuth(true);
      // A failed part is requested again when it is opened.
      if (isSigningIn) for (const load of afterSignIn) load().catch(() => undefined);
    },
    [afterSignIn],
  );
  usePrepareSignIn(isShown, prepare);
  return (
    <SessionProvider needsAuth={needsAuth}>
      <AccessGuard onShown={onShown} />
    </SessionProvider>
  );
}

/**
 * Auth's user: undefined while unknown, null if signed out. Each change makes a new object, because Auth changes the
 * user in place.
 */
type Known = { user: User | null | undefined };

function useAuthUser(needsAuth: boolean): Known {
  const [known, setKnown] = useState<Known>({ user: needsAuth ? undefined : null });
  useEffect(() => {
    if (!needsAuth) return;
    const ending = new AbortController();
    const { signal } = ending;
    const start = async () => {
      const auth = await loadAuth().catch(() => retryLoad(loadAuth, signal, () => void reportMismatch()));
      if (auth && !signal.aborted)
        signal.addEventListener(
          'abort',
          auth.watchUser((user) => setKnown({ user })),
        );
    };
    void start();
    return () => ending.abort();
  }, [needsAuth]);
  return known;
}

async function readRoles(user: User): Promise<TokenRoles> {
  const auth = await loadAuth();
  return auth.readRoles(user, NAMED_ACCOUNT);
}

/** Of a person whose token could not be read. */
const noRoles = (uid: string): TokenRoles => ({ isAdmin: false, own: uid, memberOf: {} });

/**
 * The session from Firebase Auth, loading until the stored session and the token's claims have been read; and the uid
 * of its account.
 */
function useCurrentSession(needsAuth: boolean): { current: Session; uid: string | null } {
  const { user } = useAuthUser(needsAuth);
  const verified = user?.emailVerified === true;
  const token = useSWR(user && verified ? ['roles', user.uid] : null, () => (user ? readRoles(user) : noRoles('')), {
    revalidateOnFocus: false,
  });
  const loading = user === undefined || (verified && token.data === undefined && token.error === undefined);
  const current = useMemo((): Session => {
    if (loading) return { state: 'loading' };
    if (!user) return { state: 'signed-out' };
    const who = { uid: user.uid, displayName: user.displayName ?? '', email: user.email ?? '' };
    if (!verified) return { state: 'unverified', user: who };
    const roles = token.data ?? noRoles(user.uid);
    return { state: 'verified', user: who, account: accountNamed(NAMED_ACCOUNT, roles), ...roles };
  }, [loading, user, verified, token.data]);
  return { current, uid: user?.uid ?? null };
}

const SIGNED_OUT: Session = { state: 'signed-out' };

/**
 * Provides the session. During a sign-in, the sign-in page keeps the previous session. So does a page with unsaved
 * changes after a sign-out elsewhere, until the user leaves it or another account signs in.
 */
function SessionProvider({ needsAuth, children }: { needsAuth: boolean; children: ReactNode }) {
  const { current, uid } = useCurrentSession(needsAuth);
  const [last, setLast] = useState(current);
  const hasUnsaved = useHasUnsaved();
  const isVerified = last.state === 'verified';
  const isOut = current.state === 'signed-out' || current.state === 'loading';
  const isHeld = isVerified && hasUnsaved && isOut && (uid === null || uid === last.user.uid);
  // Signed out between two accounts: the data of the first is cleared before any of the second is requested.
  if (isVerified && current.state === 'loading' && uid !== null && uid !== last.user.uid) setLast(SIGNED_OUT);
  else if (current !== last && current.state !== 'loading' && !isHeld) setLast(current);
  const keepsLast = isHeld || (current.state === 'loading' && !isVerified);
  const leave = isHeld && current.state === 'signed-out' ? () => setLast(current) : null;
  return (
    <SessionContext value={keepsLast ? last : current}>
      <LeavePageContext value={leave}>{children}</LeavePageContext>
    </SessionContext>
  );
}

/** How long a sign-in page is shown before what signing in needs is loaded, unless the user starts to fill it in. */
const AFTER_MS = 2 * SECOND_MS;
const STARTS = ['focusin', 'pointerdown', 'keydown'] as const;

/** Calls `prepare` once the page is shown: on a sign-in page when the user is likely to sign in. */
function usePrepareSignIn(isShown: boolean, prepare: (isSigningIn: boolean) => void): void {
  const { pathname } = useLocation();
  const isSignIn = isSignInPage(pathname);
  useEffect(() => {
    if (!isShown) return;
    if (!isSignIn) return prepare(false);
    const timer = setTimeout(start, AFTER_MS);
    for (const name of STARTS) addEventListener(name, start);
    function end() {
      clearTimeout(timer);
      for (const name of STARTS) removeEventListener(name, start);
    }
    function start() {
      end();
      prepare(true);
    }
    return end;
  }, [isShown, isSignIn, prepare]);
}

const ClaimOrders = lazyPart(() => import('./claim-orders.tsx'));

/** Shows the page if the access rules allow it, else redirects. The sign-in page gets the requested address. */
function AccessGuard({ onShown }: { onShown: () => void }) {
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
  if (session.state === 'verified' && session.account === null)
    return (
      <Suspense fallback={<Loading tall />}>
        <NotMember />
      </Suspense>
    );
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

const NotMember = lazyPart(withTexts('accounts', () => import('./not-member.tsx')));

/** Rendered next to the page, so that its effect runs once the page is loaded and shown. */
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
        // The next person starts in their own account.
        if (NAMED_ACCOUNT !== null) window.location.replace(PATHS.login);
        else void navigate(PATHS.login, { replace: true });
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
