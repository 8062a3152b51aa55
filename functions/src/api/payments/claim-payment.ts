import { claimInputSchema, paymentEntry, paymentEntrySchema } from '@farwatch/core/api/payments';
import { claimOrder } from '../../payments/claim-order.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { ensureUser } from '../users/ensure-user.ts';

export const claimPayment = route({
  method: 'post',
  path: '/payments/claim',
  summary: 'Take over an order that was made signed out, by the secret that it came with; once, and in its time',
  body: claimInputSchema,
  output: paymentEntrySchema,
  run: async (run, caller, { body: { claim } }) => {
    await ensureUser(run, caller);
    const claimed = await claimOrder(run, caller.uid, claim);
    if (!claimed) throw new ApiError('claim_refused');
    return paymentEntry(claimed.id, claimed.payment);
  },
});
