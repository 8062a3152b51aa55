import {
  browserLocalPersistence,
  browserSessionPersistence,
  sendEmailVerification,
  setPersistence,
  signInWithEmailAndPassword,
  type User,
} from 'firebase/auth';
import { auth, setMailLanguage } from '../../../lib/firebase/auth.ts';
import { PATHS } from '../../../lib/navigation/paths.ts';
import { storePendingEmail } from '../../../lib/session/pending-email.ts';
import { currentMs } from '../../../lib/time/now.ts';

/** Sets whether the next sign-in persists beyond the browser session. */
export async function remember(persistently: boolean): Promise<void> {
  await setPersistence(auth, persistently ? browserLocalPersistence : browserSessionPersistence);
}

/** The query parameter with the address that the identity provider's own page has verified. */
export const VERIFIED_QUERY = 'verified';

/** Sends the verification mail, whose link opens /verify-email, and stores when. Throws the provider's errors. */
export async function sendVerification(user: User): Promise<void> {
  const email = user.email ?? '';
  setMailLanguage();
  const query = new URLSearchParams({ [VERIFIED_QUERY]: email });
  await sendEmailVerification(user, { url: `${window.location.origin}${PATHS.verifyEmail}?${query}` });
  storePendingEmail({ email, sentAtMs: currentMs(), isVerified: false });
}

/**
 * Signs in by email and sends the mail again to an unverified account. If that fails, nothing is stored as sent, and
 * the next page shows it. Throws the provider's errors.
 */
export async function signIn(email: string, password: string): Promise<void> {
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  storePendingEmail(null);
  if (user.emailVerified) return;
  try {
    await sendVerification(user);
  } catch (error) {
    console.warn('The verification mail was not sent again', error);
  }
}
