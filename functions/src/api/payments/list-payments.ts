import { paymentCalls, paymentEntry } from '@farwatch/core/api/payments';
import { PAYMENT } from '@farwatch/core/limits';
import { payments } from '../../db/kinds.ts';
import { route } from '../route.ts';

export const listPayments = route(paymentCalls.list, {
  run: async (run, caller) => {
    const own = payments.collection(run.db).where('ownerId', '==', caller.uid);
    const { docs } = await own.orderBy('createdAt', 'desc').limit(PAYMENT.listed).get();
    return docs.flatMap((doc) => {
      const payment = payments.read(doc);
      return payment ? [paymentEntry(doc.id, payment)] : [];
    });
  },
});
