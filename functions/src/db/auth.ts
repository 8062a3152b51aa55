import { type Auth, getAuth } from 'firebase-admin/auth';
import { startApp } from './app.ts';

/** The project's accounts. A module of its own: most functions never load what it needs. */
export function projectAuth(): Auth {
  startApp();
  return getAuth();
}
