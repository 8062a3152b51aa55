import type { OrderState } from '@farwatch/core/documents/payment';

/** What /payment-success says, and the names of its texts. */
export type PaymentOutcome =
  | 'paid'
  | 'unclaimed'
  | 'looking'
  | 'unknown'
  | 'waiting'
  | 'confirming'
  | 'partial'
  | 'failed'
  | 'expired'
  | 'refunded';

const OF_STATE: Record<OrderState, PaymentOutcome> = {
  created: 'waiting',
  waiting: 'waiting',
  confirming: 'confirming',
  confirmed: 'confirming',
  sending: 'confirming',
  partially_paid: 'partial',
  finished: 'paid',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
};

/** The outcome of a known order: its state, or what is missing to know it. */
export function outcomeOf(state: OrderState | undefined, hasFailed: boolean): PaymentOutcome {
  if (state === undefined) return hasFailed ? 'unknown' : 'looking';
  return OF_STATE[state];
}
