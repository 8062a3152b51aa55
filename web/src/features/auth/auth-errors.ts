import type { ParseKeys } from 'i18next';
import { z } from 'zod';

const codedSchema = z.object({ code: z.string() });

/** The provider's error code, as 'auth/user-disabled'; empty where what was thrown has none. */
export function authCode(thrown: unknown): string {
  const parsed = codedSchema.safeParse(thrown);
  return parsed.success ? parsed.data.code : '';
}

const WRONG = ['invalid-credential', 'invalid-login-credentials', 'wrong-password', 'user-not-found', 'invalid-email'];
const CLOSED = ['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'];

/** What to say of a failed sign-in by e-mail (spec 8). */
export function loginErrorKey(code: string): ParseKeys {
  if (WRONG.includes(code.replace('auth/', ''))) return 'login.errors.wrong';
  return code === 'auth/user-disabled' ? 'login.errors.disabled' : 'login.errors.other';
}

/** What to say of a failed Google sign-in; null where the user only closed its window. */
export function googleErrorKey(code: string, other: ParseKeys): ParseKeys | null {
  if (CLOSED.includes(code)) return null;
  return code === 'auth/unauthorized-domain' ? 'login.errors.googleDomain' : other;
}

/** What to say of a failed sign-up (spec 8). */
export function signupErrorKey(code: string): ParseKeys {
  switch (code) {
    case 'auth/email-already-in-use':
      return 'signup.errors.inUse';
    case 'auth/invalid-email':
      return 'signup.errors.badEmail';
    case 'auth/weak-password':
      return 'signup.errors.short';
    default:
      return 'signup.errors.other';
  }
}
