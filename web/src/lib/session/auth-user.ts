import { fromClaim } from '@farwatch/core/values/account';
import { onIdTokenChanged, signOut as signOutOf, type User } from 'firebase/auth';
import { auth } from '../firebase/auth.ts';
import { accountNamed, type TokenRoles } from './session.ts';

/** Calls `onUser` with the signed-in user, or null, now and after each change of the user or token. Returns the end. */
export function watchUser(onUser: (user: User | null) => void): () => void {
  return onIdTokenChanged(auth, onUser);
}

/** Signs out in this browser. */
export function signOut(): Promise<void> {
  return signOutOf(auth);
}

/**
 * Reads the roles in the identity token. A token issued before the email was verified, or before the person joined the
 * account that the address names, is renewed, because the API and the rules read the roles from the token.
 */
export async function readRoles(user: User, named: string | null): Promise<TokenRoles> {
  const { claims } = await user.getIdTokenResult();
  const roles = { isAdmin: claims.role === 'admin', memberOf: fromClaim(claims.in) };
  if (claims.email_verified === true && accountNamed(named, user.uid, roles)) return roles;
  const { claims: current } = await user.getIdTokenResult(true);
  return { isAdmin: current.role === 'admin', memberOf: fromClaim(current.in) };
}
