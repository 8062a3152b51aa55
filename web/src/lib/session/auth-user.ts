import { onIdTokenChanged, signOut as signOutOf, type User } from 'firebase/auth';
import { auth } from '../firebase/auth.ts';

/** Calls `onUser` with the signed-in user, or null, now and after each change of the user or token. Returns the end. */
export function watchUser(onUser: (user: User | null) => void): () => void {
  return onIdTokenChanged(auth, onUser);
}

/** Signs out in this browser. */
export function signOut(): Promise<void> {
  return signOutOf(auth);
}

/**
 * Whether the identity token carries the role admin. A token issued before the email was verified is renewed, because
 * the API and the rules read the role from the token.
 */
export async function readIsAdmin(user: User): Promise<boolean> {
  const { claims } = await user.getIdTokenResult();
  const { claims: current } = claims.email_verified === true ? { claims } : await user.getIdTokenResult(true);
  return current.role === 'admin';
}
