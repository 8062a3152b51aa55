import { EmailAuthProvider, reauthenticateWithCredential, type User } from 'firebase/auth';
import type { ParseKeys } from 'i18next';

/** Loads Google's popup ahead: browsers open one only right after a click. */
export const loadGoogle = () => import('../../../lib/firebase/google.ts');

/**
 * Has the user prove who they are: by their password, or with Google for null. The next token of the account then
 * counts as a recent sign-in. Throws the provider's errors.
 */
export async function proveIdentity(user: User, password: string | null): Promise<void> {
  if (password === null) return (await loadGoogle()).signInWithGoogleAgain(user);
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
}

/** Why the provider refused. Null if the user closed Google's window. */
export type AuthProblem = {
  text: ParseKeys;
  /** Whether it concerns the current password. */
  isPassword: boolean;
} | null;

const TEXTS: Record<string, ParseKeys> = {
  'too-many-requests': 'account.errors.tooMany',
  'network-request-failed': 'account.errors.network',
  'weak-password': 'account.errors.weak',
  'password-does-not-meet-requirements': 'account.errors.weak',
  'requires-recent-login': 'account.errors.signInAgain',
  'user-token-expired': 'account.errors.signInAgain',
  'user-disabled': 'login.errors.disabled',
  'user-mismatch': 'account.errors.otherGoogle',
  'popup-blocked': 'account.errors.popupBlocked',
  'unauthorized-domain': 'login.errors.googleDomain',
};
const WRONG = ['wrong-password', 'invalid-credential', 'invalid-login-credentials'];
const CLOSED = ['popup-closed-by-user', 'cancelled-popup-request', 'user-cancelled'];

/** The problem for the provider's error code; `other` if it is not a known one. */
export function authProblem(code: string, other: ParseKeys): AuthProblem {
  const name = code.replace('auth/', '');
  if (CLOSED.includes(name)) return null;
  if (WRONG.includes(name)) return { text: 'account.errors.wrong', isPassword: true };
  return { text: TEXTS[name] ?? other, isPassword: false };
}
