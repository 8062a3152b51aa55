import { paymentCalls } from '@farwatch/core/api/payments';
import { callApi } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { auth } from '../firebase/auth.ts';
import { claimsOf, dropClaim } from './claim-store.ts';

/**
 * What no later attempt would change: another's, or too late. Nothing else is: the only secret of a paid order outlives a
 * function that is not there, or a server that answers anything else.
 */
const FINAL = 'claim_refused';

/** Claims what waits for the account; returns whether all of it is settled. Never throws. */
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
