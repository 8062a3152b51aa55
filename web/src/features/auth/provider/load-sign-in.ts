import { reportMismatch } from '../../../lib/parts/new-version.ts';

/** Loads what signs users in, with Firebase Auth. A failure is reported, and thrown. */
export async function loadSignIn() {
  return loadOrReport(() => import('./sign-in.ts'));
}

/** Loads what creating an account needs. */
export async function loadSignUp() {
  return loadOrReport(() => import('./sign-up.ts'));
}

/** Loads what Google's popup needs. */
export async function loadGoogle() {
  return loadOrReport(() => import('../../../lib/firebase/google.ts'));
}

async function loadOrReport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    void reportMismatch();
    throw error;
  }
}
