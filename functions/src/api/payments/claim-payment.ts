import { paymentCalls, paymentEntry } from '@farwatch/core/api/payments';
import { claimOrder } from '../../payments/claim-order.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { ensureUser } from '../users/ensure-user.ts';

export const claimPayment = route(paymentCalls.claim, {
  run: async (run, caller, { body: { claim } }) => {
    await ensureUser(run, caller);
    const claimed = await claimOrder(run, caller.uid, claim);
    if (!claimed) throw new ApiError('claim_refused');
    return paymentEntry(claimed.id, claimed.payment);
  },
});
