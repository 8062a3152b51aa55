import { applyActionCode } from 'firebase/auth';
import { auth } from '../../lib/firebase/auth.ts';
import { authCode } from './auth-errors.ts';

const TIMEOUT_MS = 10_000;

/** How verifying ended. */
export type VerifyResult = { ok: true } | { ok: false; reason: 'timeout' | 'code' | 'other' };

const underway = new Map<string, Promise<VerifyResult>>();

/**
 * Redeems the code of a verification mail within 10 s and renews the identity token, which still says unverified. A
 * code works once, so asking again gives the same answer. Never throws.
 */
export function verifyOnce(code: string): Promise<VerifyResult> {
  const known = underway.get(code) ?? verify(code);
  underway.set(code, known);
  return known;
}

async function verify(code: string): Promise<VerifyResult> {
  const timeout = new Promise<VerifyResult>((resolve) => {
    setTimeout(() => resolve({ ok: false, reason: 'timeout' }), TIMEOUT_MS);
  });
  return Promise.race([redeem(code), timeout]);
}

async function redeem(code: string): Promise<VerifyResult> {
  try {
    await applyActionCode(auth, code);
    await auth.currentUser?.getIdToken(true);
    return { ok: true };
  } catch (error) {
    console.warn('The verification code was refused', error);
    return { ok: false, reason: authCode(error) ? 'code' : 'other' };
  }
}
