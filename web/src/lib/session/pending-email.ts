import { SECOND_MS } from '@farwatch/core/values/time';
import { readStored, storedFields, writeStored } from '../browser/storage.ts';

/**
 * An address during sign-in: when its verification email was last sent, and whether it is verified. Stored in this tab
 * until a user is signed in, to survive a reload.
 */
export type PendingEmail = { email: string; sentAtMs: number | null; isVerified: boolean };

const KEY = 'pendingEmail';
/** Firebase does not send emails more often. */
const RESEND_AFTER_SEC = 60;

/** The stored address; null for none. */
export function pendingEmail(): PendingEmail | null {
  const { email, sentAtMs, isVerified } = storedFields(readStored('session', KEY));
  if (typeof email !== 'string' || typeof isVerified !== 'boolean') return null;
  return { email, sentAtMs: typeof sentAtMs === 'number' ? sentAtMs : null, isVerified };
}

/** Stores or removes (null) the address. If storage is blocked, the user enters it again. */
export function storePendingEmail(pending: PendingEmail | null): void {
  writeStored('session', KEY, pending && JSON.stringify(pending));
}

/** Returns in how many seconds the email may be sent again; 0 for now. */
export function resendInSec(sentAtMs: number | null, nowMs: number): number {
  if (sentAtMs === null) return 0;
  const passedSec = Math.floor((nowMs - sentAtMs) / SECOND_MS);
  return Math.min(RESEND_AFTER_SEC, Math.max(0, RESEND_AFTER_SEC - passedSec));
}
