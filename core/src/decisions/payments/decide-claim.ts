import type { Order } from './decide-notification.ts';

/**
 * Whether an account may claim an order made signed out: `claimed` now, already its `own` (a repeated request), or
 * `refused`: a wrong secret, another account's, too late, or not claimable.
 */
export function decideClaim(
  { payment, record }: Order,
  accountId: string,
  isSecretValid: boolean,
  nowMs: number,
): 'claimed' | 'own' | 'refused' {
  if (!isSecretValid || record.claimHash === null) return 'refused';
  if (payment.ownerId !== null) return payment.ownerId === accountId ? 'own' : 'refused';
  return record.claimUntil !== null && nowMs < record.claimUntil ? 'claimed' : 'refused';
}

/** Returns the order with its new owner. An already paid month starts now, since no account could use it before. */
export function applyClaim({ payment, record }: Order, accountId: string, nowMs: number): Order {
  const startsAt = payment.state === 'finished' ? nowMs : payment.startsAt;
  return { payment: { ...payment, ownerId: accountId, startsAt, updatedAt: nowMs }, record };
}
