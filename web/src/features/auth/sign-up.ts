import { createUserWithEmailAndPassword, updateProfile } from 'firebase/auth';
import { withSideAuth } from '../../lib/firebase/side-auth.ts';
import { sendVerification } from './sign-in.ts';
import { displayNameOf, type SignupFields } from './signup-fields.ts';

/**
 * Makes an account and sends its verification mail; nobody is signed in by it, since the account opens only once
 * verified. Throws the provider's errors.
 */
export function signUp(fields: SignupFields): Promise<void> {
  return withSideAuth(async (auth) => {
    const { user } = await createUserWithEmailAndPassword(auth, fields.email.trim(), fields.password);
    await updateProfile(user, { displayName: displayNameOf(fields) });
    await sendVerification(user);
  });
}
