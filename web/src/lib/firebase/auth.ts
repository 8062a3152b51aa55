import { browserLocalPersistence, browserSessionPersistence, connectAuthEmulator, initializeAuth } from 'firebase/auth';
import { ENV } from '../env.ts';
import { firebaseApp } from './app.ts';

/**
 * Firebase Auth persisted only in web storage, so that main.tsx can read whether a user is signed in, and
 * without the popup's code, which the Google button loads.
 */
export const auth = initializeAuth(firebaseApp, {
  persistence: [browserLocalPersistence, browserSessionPersistence],
});

/** Mails of the identity provider are in the language of the page. Must be called before one is sent. */
export function setMailLanguage(): void {
  auth.languageCode = document.documentElement.lang;
}

if (ENV.emulators.auth) connectAuthEmulator(auth, `http://${ENV.emulators.auth}`, { disableWarnings: true });
