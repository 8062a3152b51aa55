import { createContext, useContext } from 'react';

/** The signed-in account. `email` is empty if it has none. */
export type SessionUser = { uid: string; displayName: string; email: string };

/** The states of a session; `isAdmin` from the role claim of the identity token. */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'unverified'; user: SessionUser }
  | { state: 'verified'; user: SessionUser; isAdmin: boolean };

export const SessionContext = createContext<Session>({ state: 'signed-out' });

/** The session; signed out without a provider, as on the public page. */
export function useSession(): Session {
  return useContext(SessionContext);
}

/** The uid of the verified user, or null: what live documents are keyed by. */
export function useUid(): string | null {
  const session = useSession();
  return session.state === 'verified' ? session.user.uid : null;
}
