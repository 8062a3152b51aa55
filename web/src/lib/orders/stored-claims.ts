import { claimInputSchema } from '@farwatch/core/api/payments';
import { z } from 'zod';

/**
 * The secret that claims an order made signed out, until `untilMs`. `uid` is the account that signed in first since
 * then, null before: an account that signs in later never gets another's order.
 */
const claimSchema = z.object({ claim: claimInputSchema.shape.claim, untilMs: z.number(), uid: z.string().nullable() });
export type StoredClaim = z.infer<typeof claimSchema>;

const MOST = 20;

/** The claims in a stored text that are not too late; what cannot be read is none, and spoils no other. */
export function readClaims(text: string | null, nowMs: number): StoredClaim[] {
  return parsed(text).filter(({ untilMs }) => nowMs < untilMs);
}

function parsed(text: string | null): StoredClaim[] {
  try {
    const stored = z.array(z.unknown()).parse(JSON.parse(text ?? '[]'));
    return stored.flatMap((each) => claimSchema.safeParse(each).data ?? []);
  } catch {
    return [];
  }
}

/** With another one, which waits for the next account that signs in; the oldest beyond the limit goes. */
export function withClaim(claims: readonly StoredClaim[], claim: string, untilMs: number): StoredClaim[] {
  return [...claims, { claim, untilMs, uid: null }].slice(-MOST);
}

/** With those not yet bound to an account bound to this one. */
export function boundTo(claims: readonly StoredClaim[], uid: string): StoredClaim[] {
  return claims.map((each) => ({ ...each, uid: each.uid ?? uid }));
}

/** Whether anything waits for this account or, for null, for the next one that signs in. */
export function waitsFor(claims: readonly StoredClaim[], uid: string | null): boolean {
  return claims.some((each) => each.uid === null || each.uid === uid);
}

/** The last that waits for whoever signs in next; null without one. */
export function newestOf(claims: readonly StoredClaim[]): string | null {
  return claims.findLast(({ uid }) => uid === null)?.claim ?? null;
}
