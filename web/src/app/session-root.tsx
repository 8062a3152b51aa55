import type { User } from 'firebase/auth';
import { type ReactNode, useMemo, useState } from 'react';
import { AuthProvider, FirebaseAppProvider, useUser } from 'reactfire';
import useSWR from 'swr';
import { firebaseApp } from '../lib/firebase/app.ts';
import { auth } from '../lib/firebase/auth.ts';
import { type Session, SessionContext } from '../lib/session.ts';
import { AccessGuard } from './access-guard.tsx';

/** Firebase, the session and the access rules around every page but the public one. */
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
 * Whether the identity token names the role admin. A token from before the e-mail was verified is renewed, since the
 * API and the rules go by what it says.
 */
async function readIsAdmin(user: User): Promise<boolean> {
  const { claims } = await user.getIdTokenResult();
  const { claims: current } = claims.email_verified === true ? { claims } : await user.getIdTokenResult(true);
  return current.role === 'admin';
}

/** What Firebase Auth says; loading until it has read what is stored and the token's claims. */
function useCurrentSession(): Session {
  const { status, data: user } = useUser({ suspense: false });
  const verified = user?.emailVerified === true;
  const role = useSWR(user && verified ? ['role', user.uid] : null, () => (user ? readIsAdmin(user) : false), {
    revalidateOnFocus: false,
  });
  const loading = status === 'loading' || (verified && role.data === undefined && role.error === undefined);
  const isAdmin = role.data === true;
  return useMemo((): Session => {
    if (loading) return { state: 'loading' };
    if (!user) return { state: 'signed-out' };
    const who = { uid: user.uid, displayName: user.displayName ?? '', email: user.email ?? '' };
    return verified ? { state: 'verified', user: who, isAdmin } : { state: 'unverified', user: who };
  }, [loading, user, verified, isAdmin]);
}

/** Keeps the session of lib/session.ts. While a sign-in is being looked at the page it happens on stays as it was. */
function SessionProvider({ children }: { children: ReactNode }) {
  const current = useCurrentSession();
  const [last, setLast] = useState(current);
  if (current !== last && current.state !== 'loading') setLast(current);
  const keepsLast = current.state === 'loading' && last.state !== 'verified';
  return <SessionContext value={keepsLast ? last : current}>{children}</SessionContext>;
}
