import { deleteApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  updateProfile,
} from 'firebase/auth';
import { ENV } from '../../../lib/env.ts';
import { displayNameOf, type SignupFields } from '../signup-fields.ts';
import { sendVerification } from './sign-in.ts';

/**
 * Creates an account and sends its verification mail, without signing in: the account is usable only once verified.
 * Throws the provider's errors.
 */
export function signUp(fields: SignupFields): Promise<void> {
  return withTemporaryAuth(async (auth) => {
    const { user } = await createUserWithEmailAndPassword(auth, fields.email.trim(), fields.password);
    await updateProfile(user, { displayName: displayNameOf(fields) });
    await sendVerification(user);
  });
}

/** Runs `work` with a temporary Auth instance: creating an account with the app's own would also sign in. */
async function withTemporaryAuth<T>(work: (auth: Auth) => Promise<T>): Promise<T> {
  const app = initializeApp(ENV.firebase, 'signup');
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    if (ENV.emulators.auth) connectAuthEmulator(auth, `http://${ENV.emulators.auth}`, { disableWarnings: true });
    return await work(auth);
  } finally {
    await deleteApp(app);
  }
}
