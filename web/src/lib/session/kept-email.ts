import { SECOND_MS } from '@farwatch/core/time';
import { z } from 'zod';

/**
 * What this tab knows of an address during sign-in: when its verification mail was last sent, or that it is verified.
 * Kept until somebody is signed in, so that it survives a reload.
 */
const keptSchema = z.object({ email: z.string(), sentAtMs: z.number().nullable(), isVerified: z.boolean() });
export type KeptEmail = z.infer<typeof keptSchema>;

const KEY = 'emailOnItsWayIn';
/** The provider refuses to send mails more often. */
const RESEND_AFTER_SEC = 60;

/** The kept address; null for none. */
export function keptEmail(): KeptEmail | null {
  try {
    return readKept(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Keeps the address, or forgets it (null). If the browser refuses, the user is asked again. */
export function keepEmail(kept: KeptEmail | null): void {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch (error) {
    console.warn('The address could not be kept', error);
  }
}

/** The kept address. Anything may have been written there, so it is checked. */
export function readKept(text: string | null): KeptEmail | null {
  try {
    return keptSchema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** In how many seconds the mail may be sent again; 0 for now. */
export function resendInSec(sentAtMs: number | null, nowMs: number): number {
  if (sentAtMs === null) return 0;
  const passedSec = Math.floor((nowMs - sentAtMs) / SECOND_MS);
  return Math.min(RESEND_AFTER_SEC, Math.max(0, RESEND_AFTER_SEC - passedSec));
}
