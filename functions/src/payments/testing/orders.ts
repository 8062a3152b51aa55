import { orderSample } from '@farwatch/core/testing/samples';
import { paymentRecords, payments, RECORD_ID } from '../../db/collections.ts';
import { T0, type World } from '../../testing/world.ts';

/** Puts an order there: ann's for Standard at 25, but for the changes. */
export async function putOrder(world: World, id: string, changes: Parameters<typeof orderSample>[0]): Promise<void> {
  const { db } = world.run(T0);
  const { payment, record } = orderSample(changes);
  await payments.ref(db, id).create(payments.toDocument(payment));
  await paymentRecords.ref(db, RECORD_ID, id).create(paymentRecords.toDocument(record));
}
