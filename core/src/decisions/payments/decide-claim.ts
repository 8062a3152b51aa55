import type { Order } from './decide-notification.ts';

/**
 * Whether an account may claim an order made signed out, with a secret that `fits` or not: `claimed` from now on,
 * already its `own` if an answer was lost and it asks again, or `refused`: another's, too late, or not to be claimed at
 * all.
 */
export function decideClaim(
  { payment, record }: Order,
  uid: string,
  fits: boolean,
  nowMs: number,
): 'claimed' | 'own' | 'refused' {
  if (!fits || record.claimHash === null) return 'refused';
  if (payment.ownerId !== null) return payment.ownerId === uid ? 'own' : 'refused';
  return record.claimUntil !== null && nowMs < record.claimUntil ? 'claimed' : 'refused';
}

/** The order once this account has claimed it. A month that is paid already begins now: nobody could use it before. */
export function claimOrder({ payment, record }: Order, uid: string, nowMs: number): Order {
  const startsAt = payment.state === 'finished' ? nowMs : payment.startsAt;
  return { payment: { ...payment, ownerId: uid, startsAt, updatedAt: nowMs }, record };
}
