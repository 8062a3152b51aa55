import type { User } from 'firebase/auth';
import { type ReactNode, useMemo, useState } from 'react';
import { AuthProvider, FirebaseAppProvider, useUser } from 'reactfire';
import useSWR from 'swr';
import { firebaseApp } from '../lib/firebase/app.ts';
import { auth } from '../lib/firebase/auth.ts';
import { useHasUnsaved } from '../lib/navigation/unsaved.ts';
import { LeavePageContext, type Session, SessionContext } from '../lib/session/session.ts';
import { AccessGuard } from './access-guard.tsx';

/** Provides Firebase, the session and the access rules to every page that needs them. */
export default function SessionRoot() {
  return (
    <FirebaseAppProvider firebaseApp={firebaseApp}>
      <AuthProvider sdk={auth}>
        <SessionProvider>
          <AccessGuard />
        </SessionProvider>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}

/**
 * Whether the identity token carries the role admin. A token issued before the email was verified is renewed, because
 * the API and the rules read the role from the token.
 */
async function readIsAdmin(user: User): Promise<boolean> {
  const { claims } = await user.getIdTokenResult();
  const { claims: current } = claims.email_verified === true ? { claims } : await user.getIdTokenResult(true);
  return current.role === 'admin';
}

/**
 * The session from Firebase Auth, loading until the stored session and the token's claims have been read; and the uid
 * of its account.
 */
function useCurrentSession(): { current: Session; uid: string | null } {
  const { status, data: user } = useUser({ suspense: false });
  const verified = user?.emailVerified === true;
  const role = useSWR(user && verified ? ['role', user.uid] : null, () => (user ? readIsAdmin(user) : false), {
    revalidateOnFocus: false,
  });
  const loading = status === 'loading' || (verified && role.data === undefined && role.error === undefined);
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
function SessionProvider({ children }: { children: ReactNode }) {
  const { current, uid } = useCurrentSession();
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
