import { decideNotification, type Mismatch, type Notification } from '@farwatch/core/payments/decide-notification';
import { readThenWrite } from '../db/read-then-write.ts';
import type { Run } from '../db/run.ts';
import { readOrder, writeOrder, writePlan } from './order-document.ts';

/**
 * Applies a notification to the order and its owner's plan in one commit: once in effect, however often and in
 * whichever order notifications arrive.
 */
export async function takeNotification(
  run: Run,
  told: Notification,
): Promise<'applied' | 'duplicate' | 'unknown' | Mismatch> {
  return readThenWrite(run.db, async (reader, writer) => {
    const order = await readOrder(run, reader, told.orderId);
    if (!order) return 'unknown';
    const decision = decideNotification(order, told, run.nowMs);
    if (decision.kind === 'refused') return decision.mismatch;
    if (decision.kind === 'duplicate') return 'duplicate';
    const { payment } = decision.order;
    writeOrder(run, writer, told.orderId, decision.order);
    if (decision.isPlanTouched && payment.ownerId !== null)
      await writePlan(run, [reader, writer], payment.ownerId, [told.orderId, payment]);
    return 'applied';
  });
}
