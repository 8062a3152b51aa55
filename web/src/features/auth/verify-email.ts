import { applyActionCode, checkActionCode } from 'firebase/auth';
import { auth } from '../../lib/firebase/auth.ts';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { pendingEmail, storePendingEmail } from '../../lib/session/pending-email.ts';
import { verifyProblem } from './auth-errors.ts';

const TIMEOUT_MS = 10_000;

export type VerifyResult = { ok: true } | { ok: false; reason: 'timeout' | 'code' | 'other' };

const results = new Map<string, Promise<VerifyResult>>();

/**
 * Redeems the code of a verification mail within 10 s, renews the identity token, and saves the address for signing in.
 * Codes work once, so repeated calls share one result, and a refused code counts as success if the address is verified.
 * Never throws.
 */
export function verifyOnce(code: string): Promise<VerifyResult> {
  const result = results.get(code) ?? verify(code);
  results.set(code, result);
  return result;
}

function verify(code: string): Promise<VerifyResult> {
  const timeout = new Promise<VerifyResult>((resolve) => {
    setTimeout(() => resolve({ ok: false, reason: 'timeout' }), TIMEOUT_MS);
  });
  return Promise.race([redeem(code), timeout]);
}

async function redeem(code: string): Promise<VerifyResult> {
  try {
    const email = await emailOf(code);
    await applyActionCode(auth, code);
    if (email !== null) storePendingEmail({ email, sentAtMs: null, isVerified: true });
    await isVerifiedNow();
    return { ok: true };
  } catch (error) {
    if ((await isVerifiedNow()) || pendingEmail()?.isVerified) return { ok: true };
    console.warn('The verification code was refused', error);
    return { ok: false, reason: verifyProblem(authCode(error)) };
  }
}

/** The address that a code verifies; null if unknown. */
async function emailOf(code: string): Promise<string | null> {
  try {
    return (await checkActionCode(auth, code)).data.email ?? null;
  } catch {
    // An invalid code is refused when it is redeemed.
    return null;
  }
}

/**
 * Whether the signed-in user's address is now verified, possibly by a link opened elsewhere; renews the token if so.
 */
export async function isVerifiedNow(): Promise<boolean> {
  const { currentUser } = auth;
  if (!currentUser) return false;
  try {
    await currentUser.reload();
    if (currentUser.emailVerified) await currentUser.getIdToken(true);
    return currentUser.emailVerified;
  } catch {
    // Callers poll it, or only double-check, so a failure needs no handling.
    return false;
  }
}
