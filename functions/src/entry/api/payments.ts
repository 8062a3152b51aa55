import { paymentCalls, paymentEntry } from '@farwatch/core/contracts/api/payments';
import { PAYMENT } from '@farwatch/core/values/limits';
import { claimOrder } from '../../domain/payments/claims.ts';
import { ensureUser } from '../../domain/users/ensure-user.ts';
import { payments } from '../../platform/db/collections.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';

export const listPayments = route(paymentCalls.list, {
  run: async (run, caller) => {
    const own = payments.collection(run.db).where('ownerId', '==', caller.accountId);
    const { docs } = await own.orderBy('createdAt', 'desc').limit(PAYMENT.listed).get();
    return docs.flatMap((doc) => {
      const payment = payments.readIfValid(doc);
      return payment ? [paymentEntry(doc.id, payment)] : [];
    });
  },
});

export const claimPayment = route(paymentCalls.claim, {
  run: async (run, caller, { body: { claim } }) => {
    await ensureUser(run, caller);
    const claimed = await claimOrder(run, caller.accountId, claim);
    if (!claimed) throw new ApiError('claim_refused');
    return paymentEntry(claimed.id, claimed.payment);
  },
});
