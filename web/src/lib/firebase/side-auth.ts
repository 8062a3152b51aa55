import { deleteApp, initializeApp } from 'firebase/app';
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from 'firebase/auth';
import { ENV } from '../env.ts';

/**
 * Runs `work` with a separate Auth instance that is discarded afterwards: creating an account there signs nobody in
 * here.
 */
export async function withSideAuth<T>(work: (auth: Auth) => Promise<T>): Promise<T> {
  const app = initializeApp(ENV.firebase, 'side');
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    if (ENV.emulators.auth) connectAuthEmulator(auth, `http://${ENV.emulators.auth}`, { disableWarnings: true });
    return await work(auth);
  } finally {
    await deleteApp(app);
  }
}
