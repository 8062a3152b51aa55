import { paymentCalls } from '@farwatch/core/contracts/api/payments';
import { callApi } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { auth } from '../firebase/auth.ts';
import { claimsOf, dropClaim } from './claim-store.ts';

/**
 * The error that no retry can change: the order is somebody else's, or it is too late. All others are retried, because
 * the secret is the only proof of a paid order.
 */
const FINAL = 'claim_refused';

/** Claims the orders waiting for the account; returns whether all are settled. Never throws. */
export async function takeClaims(uid: string): Promise<boolean> {
  let settled = true;
  for (const claim of claimsOf(uid)) {
    if (auth.currentUser?.uid !== uid) return true;
    try {
      await callApi(paymentCalls.claim, { body: { claim } });
      dropClaim(claim);
    } catch (error) {
      if (error instanceof ApiFailure && error.code === FINAL) dropClaim(claim);
      else settled = false;
    }
  }
  return settled;
}
