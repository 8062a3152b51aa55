import { accountOf, fromClaim } from '@farwatch/core/values/account';
import { type IdTokenResult, onIdTokenChanged, signOut as signOutOf, type User } from 'firebase/auth';
import { auth } from '../firebase/auth.ts';
import type { TokenRoles } from './session.ts';

/** Calls `onUser` with the signed-in user, or null, now and after each change of the user or token. Returns the end. */
export function watchUser(onUser: (user: User | null) => void): () => void {
  return onIdTokenChanged(auth, onUser);
}

/** Signs out in this browser. */
export function signOut(): Promise<void> {
  return signOutOf(auth);
}

/**
 * Reads the roles in the identity token. The API and the rules read them from it too, so it is renewed if it was issued
 * before the email was verified, and in the account of another, where they may have changed.
 */
export async function readRoles(user: User, named: string | null): Promise<TokenRoles> {
  const stored = await user.getIdTokenResult();
  const isOwn = named === null || named === accountOf(user.uid, stored.claims);
  if (stored.claims.email_verified === true && isOwn) return rolesIn(user, stored);
  try {
    return rolesIn(user, await user.getIdTokenResult(true));
  } catch (error) {
    if (isOwn) throw error;
    // Without a network, a page of that account is shown as it was.
    return rolesIn(user, stored);
  }
}

function rolesIn({ uid }: User, { claims }: IdTokenResult): TokenRoles {
  return { isAdmin: claims.role === 'admin', own: accountOf(uid, claims), memberOf: fromClaim(claims.in) };
}
