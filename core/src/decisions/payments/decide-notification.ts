import type { Deposit, PaidState, Payment, PaymentRecord } from '../../documents/payment.ts';
import { PAYMENT } from '../../values/limits.ts';
import { displayStatusOf, hasMoney, updateProgress } from './progress.ts';

/** What a provider reports of a payment: the order it signed for, and the invoice if it names one. */
export type Notification = {
  orderId: string;
  paymentId: string;
  invoiceId: string | null;
  state: PaidState;
  amount: number;
  currency: string;
  deposit: Deposit;
};

/** An order with what only the server knows of it. */
export type Order = { payment: Payment; record: PaymentRecord };

/** Why a signed notification does not match its order. */
export type Mismatch = 'amount' | 'currency' | 'invoice';

type NotificationDecision =
  | { kind: 'refused'; mismatch: Mismatch }
  | { kind: 'duplicate' }
  /** `isPlanTouched`: the order is now paid, or no longer is. */
  | { kind: 'applied'; order: Order; isPlanTouched: boolean };

/** The order after a notification (docs/api.md, Payments). */
export function decideNotification(
  { payment, record }: Order,
  told: Notification,
  nowMs: number,
): NotificationDecision {
  const mismatch = mismatchOf({ payment, record }, told);
  if (mismatch !== null) return { kind: 'refused', mismatch };
  const progress = updateProgress(record, told);
  if (progress === null) return { kind: 'duplicate' };
  const { state, receivedUsd } = displayStatusOf(progress, payment.amountUsd);
  const isNewlyPaid = state === 'finished' && payment.state !== 'finished';
  const isMoney = payment.expireAt === null || hasMoney(told.state);
  const expireAt = isMoney ? null : nowMs + PAYMENT.unpaidKeptMs;
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
    isPlanTouched: isNewlyPaid || (payment.state === 'finished' && state !== 'finished'),
  };
}

/** Money added to an earlier payment is never the whole price, whatever the provider calls it. */
function mismatchOf({ payment, record }: Order, told: Notification): Mismatch | null {
  const { amount, currency, invoiceId, deposit } = told;
  if (amount !== payment.amountUsd && deposit.parentId === null) return 'amount';
  if (currency.toLowerCase() !== 'usd') return 'currency';
  return invoiceId !== null && invoiceId !== record.invoiceId ? 'invoice' : null;
}
