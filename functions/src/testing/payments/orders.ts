import { orderSample } from '@farwatch/core/testing/samples';
import { paymentRecords, payments, RECORD_ID } from '../../platform/db/collections.ts';
import { T0, type TestProject } from '../test-project.ts';

/** Stores an order: by default ann's for Standard at 25. */
export async function putOrder(
  project: TestProject,
  id: string,
  changes: Parameters<typeof orderSample>[0],
): Promise<void> {
  const { db } = project.run(T0);
  const { payment, record } = orderSample(changes);
  await payments.ref(db, id).create(payments.toDocument(payment));
  await paymentRecords.ref(db, RECORD_ID, id).create(paymentRecords.toDocument(record));
}
