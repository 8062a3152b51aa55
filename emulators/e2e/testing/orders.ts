import { randomBytes } from 'node:crypto';
import { hasMoney } from '@farwatch/core/decisions/payments/progress';
import { type Payment, paymentSchema } from '@farwatch/core/documents/payment';
import { DAY_MS } from '@farwatch/core/values/time';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/** An order; by default for Professional and created just now. */
export type OrderSeed = Pick<Payment, 'state'> &
  Partial<Pick<Payment, 'planName' | 'amountUsd'>> & { daysAgo?: number };

/** Adds orders to the account; returns their ids. */
export async function seedOrders({ uid }: Account, orders: readonly OrderSeed[]): Promise<string[]> {
  const nowMs = Date.now();
  const documents = new SeedDocuments();
  const ids = orders.map(({ state, planName = 'Professional', amountUsd = 20, daysAgo = 0 }) => {
    const id = randomBytes(16).toString('hex');
    const atMs = nowMs - daysAgo * DAY_MS;
    documents.put(paymentSchema, `payments/${id}`, {
      ownerId: uid,
      orderId: `${planName}-order`,
      orderDescription: planName,
      planName,
      amountUsd,
      state,
      statesSeen: ['created'],
      createdAt: atMs,
      updatedAt: atMs,
      paidAt: state === 'finished' || state === 'refunded' ? atMs : null,
      expireAt: hasMoney(state) ? null : nowMs + DAY_MS,
    });
    return id;
  });
  await documents.write(database());
  return ids;
}
