import { paymentCalls } from '@farwatch/core/contracts/api/payments';
import { callApi } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { auth } from '../firebase/auth.ts';
import { claimsOf, deleteClaim } from './claim-store.ts';

/**
 * The order belongs to another account, or the claim has expired. All other errors are retried, because the secret is
 * the only proof of a paid order.
 */
const FINAL = 'claim_refused';

/** Claims the orders waiting for the account; returns whether none needs a retry. Never throws. */
export async function claimOrders(uid: string): Promise<boolean> {
  let isDone = true;
  for (const claim of claimsOf(uid)) {
    if (auth.currentUser?.uid !== uid) return true;
    try {
      await callApi(paymentCalls.claim, { body: { claim } });
      deleteClaim(claim);
    } catch (error) {
      if (error instanceof ApiFailure && error.code === FINAL) deleteClaim(claim);
      else isDone = false;
    }
  }
  return isDone;
}
