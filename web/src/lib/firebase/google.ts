import {
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  reauthenticateWithPopup,
  signInWithPopup,
  type User,
} from 'firebase/auth';
import { auth } from './auth.ts';

/** Signs in with Google's popup. Throws the provider's errors, also when the user closes it. */
export async function signInWithGoogle(): Promise<void> {
  await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);
}

/** Has the signed-in user sign in to the same Google account again. Throws like signInWithGoogle. */
export async function signInWithGoogleAgain(user: User): Promise<void> {
  await reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver);
}
