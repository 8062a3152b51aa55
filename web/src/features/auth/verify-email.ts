import { applyActionCode, checkActionCode } from 'firebase/auth';
import { auth } from '../../lib/firebase/auth.ts';
import { keepEmail } from '../../lib/kept-email.ts';
import { authCode } from './auth-errors.ts';

const TIMEOUT_MS = 10_000;

/** How verifying ended. */
export type VerifyResult = { ok: true } | { ok: false; reason: 'timeout' | 'code' | 'other' };

const underway = new Map<string, Promise<VerifyResult>>();

/**
 * Redeems the code of a verification mail within 10 s and renews the identity token, which still says unverified. A
 * code works once, so asking again gives the same answer. The address is kept for signing in. Never throws.
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
    const email = await emailOf(code);
    await applyActionCode(auth, code);
    if (email !== null) keepEmail({ email, sentAtMs: null, isVerified: true });
    await auth.currentUser?.getIdToken(true);
    return { ok: true };
  } catch (error) {
    console.warn('The verification code was refused', error);
    return { ok: false, reason: authCode(error) ? 'code' : 'other' };
  }
}

/** The address that a code verifies; null if it cannot be known. */
async function emailOf(code: string): Promise<string | null> {
  try {
    return (await checkActionCode(auth, code)).data.email ?? null;
  } catch {
    // A code that is no good is refused when it is redeemed.
    return null;
  }
}

/** Whether the signed-in user's address is verified by now, as by a link that was opened elsewhere; renews the token then. */
export async function isVerifiedNow(): Promise<boolean> {
  const { currentUser } = auth;
  if (!currentUser) return false;
  try {
    await currentUser.reload();
    if (currentUser.emailVerified) await currentUser.getIdToken(true);
    return currentUser.emailVerified;
  } catch {
    // Asked again soon.
    return false;
  }
}
