import { accountOf } from '@farwatch/core/values/account';
import { createContext, useContext } from 'react';

/** The signed-in account. */
type SessionUser = {
  uid: string;
  displayName: string;
  /** Empty if the account has no address. */
  email: string;
};

/** The states of a session; `isAdmin` comes from the role claim of the identity token. */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'unverified'; user: SessionUser }
  | { state: 'verified'; user: SessionUser; isAdmin: boolean };

export const SessionContext = createContext<Session>({ state: 'signed-out' });

/** Leaves a page that stays open for its unsaved changes after a sign-out elsewhere; null on any other page. */
export const LeavePageContext = createContext<(() => void) | null>(null);

/** The session; signed out if there is no provider, as on the public pages. */
export function useSession(): Session {
  return useContext(SessionContext);
}

/** The uid of the verified person, or null. */
export function useUid(): string | null {
  const session = useSession();
  return session.state === 'verified' ? session.user.uid : null;
}

/** The id of the account whose data is shown, or null. Live documents and answers of the API are keyed by it. */
export function useAccountId(): string | null {
  const uid = useUid();
  return uid === null ? null : accountOf(uid);
}
