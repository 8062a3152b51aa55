import { type PaymentEntry, paymentCalls, paymentEntry } from '@farwatch/core/api/payments';
import { decideClaim } from '@farwatch/core/payments/decide-claim';
import { ApiError, invalidInput } from '../api/errors.ts';
import type { Run } from '../db/run.ts';
import { fitsClaim, orderOfClaim } from './claims.ts';
import { readOrder } from './order-document.ts';

/** The state of an unclaimed order, for a caller with its secret. Throws ApiError: invalid, claim_refused. */
export async function orderStatus(run: Run, body: unknown): Promise<PaymentEntry> {
  const read = paymentCalls.orderStatus.body.safeParse(body);
  if (!read.success) throw invalidInput(read.error);
  const { claim } = read.data;
  const id = orderOfClaim(claim);
  const order = await run.db.runTransaction((reader) => readOrder(run, reader, id), { readOnly: true });
  // The caller is not signed in, so a claimed order is refused.
  const decision = order && decideClaim(order, '', fitsClaim(claim, order.record.claimHash), run.nowMs);
  if (order === null || decision !== 'claimed') throw new ApiError('claim_refused');
  return paymentEntry(id, order.payment);
}
