import { SECOND_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { parseStored, readStored, writeStored } from '../browser/storage.ts';

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
export function pendingEmail(): KeptEmail | null {
  return parseStored(keptSchema, readStored('session', KEY));
}

/** Keeps the address, or forgets it (null). If the browser refuses, the user is asked again. */
export function storePendingEmail(kept: KeptEmail | null): void {
  writeStored('session', KEY, kept && JSON.stringify(kept));
}

/** In how many seconds the mail may be sent again; 0 for now. */
export function resendInSec(sentAtMs: number | null, nowMs: number): number {
  if (sentAtMs === null) return 0;
  const passedSec = Math.floor((nowMs - sentAtMs) / SECOND_MS);
  return Math.min(RESEND_AFTER_SEC, Math.max(0, RESEND_AFTER_SEC - passedSec));
}
