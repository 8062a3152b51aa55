import { updateProfile } from 'firebase/auth';
import { auth } from '../../lib/firebase/auth.ts';

/** Whether the account signs in through Google, which then holds its e-mail address. */
export function isGoogleAccount(): boolean {
  return auth.currentUser?.providerData.some((each) => each.providerId === 'google.com') ?? false;
}

/**
 * Gives the sign-in account the name too: the header shows that until the profile is read. The profile is what counts, so
 * a failure is only logged.
 */
export function keepNameInAuth(displayName: string): void {
  if (!auth.currentUser) return;
  updateProfile(auth.currentUser, { displayName }).catch((error: unknown) => {
    console.warn('The sign-in account keeps its former name', error);
  });
}
