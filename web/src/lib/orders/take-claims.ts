import { paymentEntrySchema } from '@farwatch/core/api/payments';
import { callApi } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { auth } from '../firebase/auth.ts';
import { claimsOf, dropClaim } from './claim-store.ts';

/** What no later attempt would change: another's, too late, or no claim at all. */
const FINAL: readonly string[] = ['not_found', 'invalid'];

/** Claims what waits for the account; returns whether all of it is settled. Never throws. */
export async function takeClaims(uid: string): Promise<boolean> {
  let settled = true;
  for (const claim of claimsOf(uid)) {
    if (auth.currentUser?.uid !== uid) return true;
    try {
      await callApi('/payments/claim', paymentEntrySchema, { method: 'POST', body: { claim } });
      dropClaim(claim);
    } catch (error) {
      if (error instanceof ApiFailure && FINAL.includes(error.code)) dropClaim(claim);
      else settled = false;
    }
  }
  return settled;
}
