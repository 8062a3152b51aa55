import { type AccountRole, hasRole, type NeededRole } from '@farwatch/core/values/account';
import { createContext, useContext } from 'react';

/** The signed-in person. */
export type SessionUser = {
  uid: string;
  displayName: string;
  /** Empty if the account has no address. */
  email: string;
};

/** What the identity token contains about a person: whether they are an admin, their own account, and roles in others. */
export type TokenRoles = { isAdmin: boolean; own: string; memberOf: Readonly<Record<string, AccountRole>> };

/** The account whose data is shown, and what the person may do in it. */
type ShownAccount = { id: string; role: AccountRole };

/** The states of a session. `account` is null if the address names an account that the person does not belong to. */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'unverified'; user: SessionUser }
  | ({ state: 'verified'; user: SessionUser; account: ShownAccount | null } & TokenRoles);

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

/** Returns the account of a person that an address names; their own without a name, null if they do not belong to it. */
export function accountNamed(
  named: string | null,
  { own, memberOf }: Pick<TokenRoles, 'own' | 'memberOf'>,
): ShownAccount | null {
  if (named === null || named === own) return { id: own, role: 'owner' };
  const role = Object.hasOwn(memberOf, named) ? memberOf[named] : undefined;
  return role === undefined ? null : { id: named, role };
}

/** The account whose data is shown; null unless it is known. */
export function useAccount(): ShownAccount | null {
  const session = useSession();
  return session.state === 'verified' ? session.account : null;
}

/** The id of the account whose data is shown, or null. Live documents and answers of the API are keyed by it. */
export function useAccountId(): string | null {
  return useAccount()?.id ?? null;
}

/** The id of the person's own account, or null. */
export function useOwnAccountId(): string | null {
  const session = useSession();
  return session.state === 'verified' ? session.own : null;
}

/** Whether the person may make a call in the account that is shown. Calls about the person may always be made. */
export function useMayCall(): (call: { role: NeededRole }) => boolean {
  const role = useAccount()?.role;
  return (call) => call.role === 'self' || (role !== undefined && hasRole(role, call.role));
}

/** Whether the person may change monitors and most else of the account that is shown. */
export function useIsEditor(): boolean {
  return useMayCall()({ role: 'editor' });
}
