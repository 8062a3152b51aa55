import type { User } from 'firebase/auth';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import useSWR from 'swr';
import { useHasUnsaved } from '../lib/navigation/unsaved.ts';
import { reportMismatch } from '../lib/parts/new-version.ts';
import { retryLoad } from '../lib/parts/retry-load.ts';
import { hasStoredSession, loadAuth } from '../lib/session/load-auth.ts';
import { LeavePageContext, type Session, SessionContext } from '../lib/session/session.ts';
import { AccessGuard } from './access-guard.tsx';
import { usePrepareSignIn } from './prepare-sign-in.ts';

/** Provides the session and the access rules to every page that needs them. */
export function SessionRoot({ afterSignIn }: { afterSignIn: readonly (() => Promise<unknown>)[] }) {
  // Without a stored sign-in, the page is shown first and Firebase Auth loaded afterwards.
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

/** Auth's user: undefined while unknown, null if signed out. A new object for each change, as Auth changes the user. */
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

/** Whether the user's token carries the role admin. */
async function readIsAdmin(user: User): Promise<boolean> {
  const auth = await loadAuth();
  return auth.readIsAdmin(user);
}

/**
 * The session from Firebase Auth, loading until the stored session and the token's claims have been read; and the uid
 * of its account.
 */
function useCurrentSession(needsAuth: boolean): { current: Session; uid: string | null } {
  const { user } = useAuthUser(needsAuth);
  const verified = user?.emailVerified === true;
  const role = useSWR(user && verified ? ['role', user.uid] : null, () => (user ? readIsAdmin(user) : false), {
    revalidateOnFocus: false,
  });
  const loading = user === undefined || (verified && role.data === undefined && role.error === undefined);
  const isAdmin = role.data === true;
  const current = useMemo((): Session => {
    if (loading) return { state: 'loading' };
    if (!user) return { state: 'signed-out' };
    const who = { uid: user.uid, displayName: user.displayName ?? '', email: user.email ?? '' };
    return verified ? { state: 'verified', user: who, isAdmin } : { state: 'unverified', user: who };
  }, [loading, user, verified, isAdmin]);
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
