import { auth } from '../../lib/firebase/auth.ts';

/** Whether the account signs in through Google, which then holds its e-mail address. */
export function isGoogleAccount(): boolean {
  return auth.currentUser?.providerData.some((each) => each.providerId === 'google.com') ?? false;
}
