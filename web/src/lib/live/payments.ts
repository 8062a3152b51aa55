import { type Payment, paymentSchema } from '@farwatch/core/documents/payment';
import { PAYMENT } from '@farwatch/core/values/limits';
import { limit, orderBy } from 'firebase/firestore';
import { type Live, type LiveList, useDocument, useOwnDocuments } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';

/** Listens to one order of the user; undefined without an id. */
export function usePayment(id: string | null): Live<WithId<Payment> | null> {
  return useDocument('payments', id, paymentSchema);
}

/** The user's newest orders, unpaid ones included, newest first, live. */
export function usePayments(): Live<LiveList<Payment>> {
  return useOwnDocuments('payments', paymentSchema, [orderBy('createdAt', 'desc'), limit(PAYMENT.listed)]);
}
