import type { Payment } from '@farwatch/core/documents/payment';
import { claimedBy, decideClaim } from '@farwatch/core/payments/decide-claim';
import { readThenWrite } from '../db/read-then-write.ts';
import type { Run } from '../db/run.ts';
import { fitsClaim, orderOfClaim } from './claims.ts';
import { readOrder, writeOrder, writePlan } from './order-document.ts';

/** Makes the account the owner of the claimed order and returns it; null if it may not. */
export async function claimOrder(
  run: Run,
  uid: string,
  claim: string,
): Promise<{ id: string; payment: Payment } | null> {
  const id = orderOfClaim(claim);
  return readThenWrite(run.db, async (reader, writer) => {
    const order = await readOrder(run, reader, id);
    if (!order) return null;
    const decision = decideClaim(order, uid, fitsClaim(claim, order.record.claimHash), run.nowMs);
    if (decision === 'refused') return null;
    if (decision === 'own') return { id, payment: order.payment };
    const claimed = claimedBy(order, uid, run.nowMs);
    const { payment } = claimed;
    writeOrder(run, writer, id, claimed);
    if (payment.state === 'finished') await writePlan(run, [reader, writer], uid, [id, payment]);
    return { id, payment };
  });
}
