import { type Auth, getAuth } from 'firebase-admin/auth';
import { startApp } from './app.ts';

/** The project's accounts. A separate module, because most functions never need to load the Auth SDK. */
export function projectAuth(): Auth {
  startApp();
  return getAuth();
}
