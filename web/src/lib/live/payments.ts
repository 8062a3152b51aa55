import { type Payment, paymentSchema } from '@farwatch/core/documents/payment';
import { PAYMENT } from '@farwatch/core/limits';
import { collection, doc, limit, orderBy, query, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToDocument, listenToQuery } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';
import { type Live, useLive } from './use-live.ts';

/** One order of the user, live; nothing without an id. */
export function usePayment(id: string | null): Live<WithId<Payment> | null> {
  const firestore = useFirestore();
  return useLive(id && `payments/${id}`, () => listenToDocument(doc(firestore, 'payments', id ?? ''), paymentSchema));
}

/** The user's newest orders, unpaid ones included, newest first, live. */
export function usePayments(): Live<LiveList<Payment>> {
  const firestore = useFirestore();
  return useLive('payments', (uid) =>
    listenToQuery(
      query(
        collection(firestore, 'payments'),
        where('ownerId', '==', uid),
        orderBy('createdAt', 'desc'),
        limit(PAYMENT.listed),
      ),
      paymentSchema,
    ),
  );
}
