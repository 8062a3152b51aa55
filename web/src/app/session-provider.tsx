import type { User } from 'firebase/auth';
import { type ReactNode, useMemo } from 'react';
import { useUser } from 'reactfire';
import useSWR from 'swr';
import { type Session, SessionContext } from '../lib/session.ts';

/**
 * Whether the identity token names the role admin. A token from before the e-mail was verified is renewed, since the
 * API and the rules go by what it says.
 */
async function readIsAdmin(user: User): Promise<boolean> {
  const { claims } = await user.getIdTokenResult();
  const { claims: current } = claims.email_verified === true ? { claims } : await user.getIdTokenResult(true);
  return current.role === 'admin';
}

/** Keeps the session of lib/session.ts by what Firebase Auth says. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { status, data: user } = useUser({ suspense: false });
  const verified = user?.emailVerified === true;
  const role = useSWR(user && verified ? ['role', user.uid] : null, () => (user ? readIsAdmin(user) : false), {
    revalidateOnFocus: false,
  });
  const loading = status === 'loading' || (verified && role.data === undefined && role.error === undefined);
  const isAdmin = role.data === true;
  const session = useMemo((): Session => {
    if (loading) return { state: 'loading' };
    if (!user) return { state: 'signed-out' };
    const who = { uid: user.uid, displayName: user.displayName ?? '', email: user.email ?? '' };
    return verified ? { state: 'verified', user: who, isAdmin } : { state: 'unverified', user: who };
  }, [loading, user, verified, isAdmin]);
  return <SessionContext value={session}>{children}</SessionContext>;
}
