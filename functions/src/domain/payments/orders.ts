import {
  decideNotification,
  type Mismatch,
  type Notification,
  type Order,
} from '@farwatch/core/decisions/payments/decide-notification';
import { derivePlan } from '@farwatch/core/decisions/payments/paid-plan';
import type { Payment } from '@farwatch/core/documents/payment';
import { newUser } from '@farwatch/core/documents/user';
import { paymentRecords, payments, RECORD_ID, users } from '../../platform/db/collections.ts';
import { type Reader, readThenWrite, type Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

/** An order by its id, or null. */
export async function readOrder({ db }: Run, reader: Reader, id: string): Promise<Order | null> {
  const refs = [payments.ref(db, id), paymentRecords.ref(db, RECORD_ID, id)] as const;
  const [paymentDoc, recordDoc] = await reader.getAll(...refs);
  const payment = paymentDoc ? payments.read(paymentDoc) : null;
  const record = recordDoc ? paymentRecords.read(recordDoc) : null;
  return payment && record ? { payment, record } : null;
}

/** Changes an order that the same run has read. */
export function writeOrder({ db }: Run, writer: Writer, id: string, { payment, record }: Order): void {
  writer.update(payments.ref(db, id), payments.toDocument(payment));
  writer.update(paymentRecords.ref(db, RECORD_ID, id), paymentRecords.toDocument(record));
}

/**
 * Sets the account's plan from all its paid orders, including the changed one. Derived from all of them, so repeating
 * it is safe; read without a limit, since each is a paid month. `planVersion` makes one of two concurrent changes start
 * over and read the other's order.
 */
export async function writePlan(
  { db, nowMs }: Run,
  [reader, writer]: [Reader, Writer],
  ownerId: string,
  [id, changed]: [string, Payment],
): Promise<void> {
  const userRef = users.ref(db, ownerId);
  const paid = payments.collection(db).where('ownerId', '==', ownerId).where('state', '==', 'finished');
  const newestFirst = paid.orderBy('paidAt', 'desc');
  const [[userDoc], { docs }] = await Promise.all([reader.getAll(userRef), reader.get(newestFirst)]);
  const others = docs.filter((doc) => doc.id !== id).map((doc) => payments.read(doc));
  const all = [...others, changed].filter((payment) => payment !== null);
  const plan = derivePlan(all.filter(({ state }) => state === 'finished'));
  const user = userDoc ? users.read(userDoc) : null;
  if (user) writer.update(userRef, users.toUpdate({ plan, planVersion: user.planVersion + 1 }));
  else writer.create(userRef, users.toDocument({ ...newUser({ displayName: '', email: '' }, nowMs), plan }));
}

/** What a notification changed. `paid`: the order if it has finished it; null for any other change. */
type Applied = { paid: Payment | null };

/**
 * Applies a notification to the order and its owner's plan in one commit. Notifications may arrive repeatedly and in
 * any order.
 */
export async function takeNotification(
  run: Run,
  notification: Notification,
): Promise<Applied | 'duplicate' | 'unknown' | Mismatch> {
  return readThenWrite(run, async (reader, writer) => {
    const order = await readOrder(run, reader, notification.orderId);
    if (!order) return 'unknown';
    const decision = decideNotification(order, notification, run.nowMs);
    if (decision.kind === 'refused') return decision.mismatch;
    if (decision.kind === 'duplicate') return 'duplicate';
    const { payment } = decision.order;
    writeOrder(run, writer, notification.orderId, decision.order);
    if (decision.affectsPlan && payment.ownerId !== null)
      await writePlan(run, [reader, writer], payment.ownerId, [notification.orderId, payment]);
    return { paid: decision.affectsPlan && payment.state === 'finished' ? payment : null };
  });
}
