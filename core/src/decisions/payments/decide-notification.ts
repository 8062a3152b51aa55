import type { Deposit, PaidState, Payment, PaymentRecord } from '../../documents/payment.ts';
import { PAYMENT } from '../../values/limits.ts';
import { hasMoney, orderStateOf, updateProgress } from './progress.ts';

/** What a provider reports about a payment; `invoiceId` is null if it names none. */
export type Notification = {
  orderId: string;
  paymentId: string;
  invoiceId: string | null;
  state: PaidState;
  amount: number;
  currency: string;
  deposit: Deposit;
};

/** An order with its private record. */
export type Order = { payment: Payment; record: PaymentRecord };

/** Why a signed notification does not match its order. */
export type Mismatch = 'amount' | 'currency' | 'invoice';

type NotificationDecision =
  | { kind: 'refused'; mismatch: Mismatch }
  | { kind: 'duplicate' }
  /** `affectsPlan`: the order is now paid, or no longer is. */
  | { kind: 'applied'; order: Order; affectsPlan: boolean };

/** Decides the order's state after a notification (docs/api.md, Payments). */
export function decideNotification(
  { payment, record }: Order,
  notification: Notification,
  nowMs: number,
): NotificationDecision {
  const mismatch = findMismatch({ payment, record }, notification);
  if (mismatch !== null) return { kind: 'refused', mismatch };
  const progress = updateProgress(record, notification);
  if (progress === null) return { kind: 'duplicate' };
  const { state, receivedUsd } = orderStateOf(progress, payment.amountUsd);
  const isNewlyPaid = state === 'finished' && payment.state !== 'finished';
  const isPaidInPart = payment.expireAt === null || hasMoney(notification.state);
  const expireAt = isPaidInPart ? null : nowMs + PAYMENT.unpaidKeptMs;
  return {
    kind: 'applied',
    order: {
      payment: {
        ...payment,
        state,
        statesSeen: payment.statesSeen.includes(state) ? payment.statesSeen : [...payment.statesSeen, state],
        updatedAt: nowMs,
        paidAt: isNewlyPaid ? nowMs : payment.paidAt,
        startsAt: isNewlyPaid ? nowMs : payment.startsAt,
        receivedUsd,
        expireAt,
      },
      record: { ...record, ...progress, expireAt },
    },
    affectsPlan: isNewlyPaid || (payment.state === 'finished' && state !== 'finished'),
  };
}

/** Money added to an earlier payment is never the whole price, so its amount is not compared. */
function findMismatch({ payment, record }: Order, notification: Notification): Mismatch | null {
  const { amount, currency, invoiceId, deposit } = notification;
  if (amount !== payment.amountUsd && deposit.parentId === null) return 'amount';
  if (currency.toLowerCase() !== 'usd') return 'currency';
  return invoiceId !== null && invoiceId !== record.invoiceId ? 'invoice' : null;
}
