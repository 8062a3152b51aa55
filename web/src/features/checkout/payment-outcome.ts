import type { OrderState } from '@farwatch/core/documents/payment';

/** The outcomes on /payment-success, also the keys of their texts. `none` means that there is no order. */
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

/** The outcome for a payment's state; undefined while loading, or if loading has failed. */
export function outcomeOf(state: OrderState | undefined, hasFailed: boolean): PaymentOutcome {
  if (state === undefined) return hasFailed ? 'unknown' : 'looking';
  return OF_STATE[state];
}

export type ShownOrder = { planName: string; priceUsd: number; receivedUsd: number; invoiceUrl: string | null };

/** Computes the amount missing from a partial payment, in whole cents; null if unknown. */
export function missingUsd({ priceUsd, receivedUsd }: ShownOrder): number | null {
  const cents = Math.round((priceUsd - receivedUsd) * 100);
  return receivedUsd > 0 && cents > 0 ? cents / 100 : null;
}
