import { claimInputSchema } from '@farwatch/core/contracts/api/payments';
import { z } from 'zod';
import { parseStored } from '../browser/storage.ts';

/**
 * The secret that claims an order made while signed out, until `untilMs`. `uid` is the account that signed in first
 * since then, or null; accounts that sign in later never get the order.
 */
const claimSchema = z.object({ claim: claimInputSchema.shape.claim, untilMs: z.number(), uid: z.string().nullable() });
export type StoredClaim = z.infer<typeof claimSchema>;

const MAX_STORED = 20;

/** The claims in stored text that have not expired; unreadable ones are skipped. */
export function readClaims(text: string | null, nowMs: number): StoredClaim[] {
  const stored = parseStored(z.array(z.unknown()), text) ?? [];
  return stored.flatMap((each) => claimSchema.safeParse(each).data ?? []).filter(({ untilMs }) => nowMs < untilMs);
}

/** The claims plus one for the next account to sign in; the oldest beyond the limit are dropped. */
export function withClaim(claims: readonly StoredClaim[], claim: string, untilMs: number): StoredClaim[] {
  return [...claims, { claim, untilMs, uid: null }].slice(-MAX_STORED);
}

/** The claims, with unassigned ones assigned to this account. */
export function assignClaims(claims: readonly StoredClaim[], uid: string): StoredClaim[] {
  return claims.map((each) => ({ ...each, uid: each.uid ?? uid }));
}

/** Whether a claim waits for this account or, if null, for the next to sign in. */
export function hasWaitingClaim(claims: readonly StoredClaim[], uid: string | null): boolean {
  return claims.some((each) => each.uid === null || each.uid === uid);
}

/** The newest claim for the next account to sign in; null without one. */
export function newestClaim(claims: readonly StoredClaim[]): string | null {
  return claims.findLast(({ uid }) => uid === null)?.claim ?? null;
}
