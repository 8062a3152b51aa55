import type { ParseKeys } from 'i18next';

const WRONG = ['invalid-credential', 'invalid-login-credentials', 'wrong-password', 'user-not-found', 'invalid-email'];
const CLOSED = ['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'];

export function loginErrorKey(code: string): ParseKeys {
  if (WRONG.includes(code.replace('auth/', ''))) return 'login.errors.wrong';
  return code === 'auth/user-disabled' ? 'login.errors.disabled' : 'login.errors.other';
}

/** Finds the message for a failed Google sign-in; null if the user only closed its window. */
export function googleErrorKey(code: string, other: ParseKeys): ParseKeys | null {
  if (CLOSED.includes(code)) return null;
  if (code === 'auth/popup-blocked') return 'account.errors.popupBlocked';
  return code === 'auth/unauthorized-domain' ? 'login.errors.googleDomain' : other;
}

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

const INVALID_CODE = [
  'auth/invalid-action-code',
  'auth/expired-action-code',
  'auth/user-not-found',
  'auth/user-disabled',
];

/** Why a verification code was not redeemed: the code is invalid, or anything else, such as no network. */
export function verifyProblem(code: string): 'code' | 'other' {
  return INVALID_CODE.includes(code) ? 'code' : 'other';
}

const TOO_MANY = ['auth/too-many-requests', 'auth/quota-exceeded'];

/** The message if a verification mail could not be sent. */
export function resendErrorKey(code: string): ParseKeys {
  if (TOO_MANY.includes(code)) return 'verify.errors.tooMany';
  return code === 'auth/network-request-failed' ? 'verify.errors.network' : 'verify.errors.send';
}

/**
 * Finds the message for a password reset mail that could not be sent; null if no account has the address, which stays a
 * secret.
 */
export function resetErrorKey(code: string): ParseKeys | null {
  if (TOO_MANY.includes(code)) return 'login.reset.errors.tooMany';
  switch (code) {
    case 'auth/user-not-found':
      return null;
    case 'auth/invalid-email':
    case 'auth/missing-email':
      return 'login.reset.errors.badEmail';
    case 'auth/network-request-failed':
      return 'login.reset.errors.network';
    default:
      return 'login.reset.errors.other';
  }
}
