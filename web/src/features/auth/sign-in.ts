import {
  browserLocalPersistence,
  browserSessionPersistence,
  sendEmailVerification,
  setPersistence,
  signInWithEmailAndPassword,
  type User,
} from 'firebase/auth';
import { auth } from '../../lib/firebase/auth.ts';
import { PATHS } from '../../lib/paths.ts';

/** Whether the next sign-in outlives the browser's window. */
export async function remember(persistently: boolean): Promise<void> {
  await setPersistence(auth, persistently ? browserLocalPersistence : browserSessionPersistence);
}

/** Sends the mail whose link comes back to /verify-email. Throws the provider's errors. */
export async function sendVerification(user: User): Promise<void> {
  await sendEmailVerification(user, { url: `${window.location.origin}${PATHS.verifyEmail}` });
}

/** Signs in by e-mail; an unverified account is sent its mail again (spec 2). Throws the provider's errors. */
export async function signIn(email: string, password: string): Promise<void> {
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  if (user.emailVerified) return;
  try {
    await sendVerification(user);
  } catch (error) {
    console.warn('The verification mail was not sent again', error);
  }
}
