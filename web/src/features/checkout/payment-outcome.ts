import type { OrderState } from '@farwatch/core/documents/payment';

/** What /payment-success says, and the names of its texts. `none`: of no order is anything known here. */
export type PaymentOutcome =
  | 'paid'
  | 'none'
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

/** What the page shows of an order: its plan, its price and what has arrived of it in USD, and where it is paid. */
export type ShownOrder = { planName: string; priceUsd: number; receivedUsd: number; invoiceUrl: string | null };

/** What is missing of a price that came in part, in whole cents; null where that is not known. */
export function missingUsd({ priceUsd, receivedUsd }: ShownOrder): number | null {
  const cents = Math.round((priceUsd - receivedUsd) * 100);
  return receivedUsd > 0 && cents > 0 ? cents / 100 : null;
}
