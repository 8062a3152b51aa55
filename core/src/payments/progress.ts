import type { OrderState, PaidState } from '../documents/payment.ts';
import { PAYMENT } from '../limits.ts';

/** The order in which one payment goes on. Late money still counts after its time is over or it failed. */
const WITHIN: readonly PaidState[] = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'expired',
  'failed',
  'partially_paid',
  'finished',
  'refunded',
];

/** Which of an order's payments says how the order is: the one that promises the most. */
const AMONG: readonly OrderState[] = [
  'created',
  'expired',
  'failed',
  'refunded',
  'waiting',
  'partially_paid',
  'confirming',
  'confirmed',
  'sending',
  'finished',
];

/** Where somebody may still pay, or never will, and nothing was seen of their money. */
const WITHOUT_MONEY: readonly OrderState[] = ['created', 'waiting', 'expired'];

/** Whether an order that was in this state may have been paid, if only in part. */
export function isMoneySeen(state: OrderState): boolean {
  return !WITHOUT_MONEY.includes(state);
}

/** How the order is by how far its payments are. */
export function orderStateOf(paid: readonly PaidState[]): OrderState {
  return paid.reduce<OrderState>((most, each) => (AMONG.indexOf(each) > AMONG.indexOf(most) ? each : most), 'created');
}

/**
 * How far the payments of an order are after the provider's word of one of them; null where that is nothing new. The word may
 * be repeated, late, and out of order: a payment only ever goes forward.
 */
export function paidAfter(
  paid: Readonly<Record<string, PaidState>>,
  paymentId: string,
  told: PaidState,
): Record<string, PaidState> | null {
  const known = paid[paymentId];
  if (known !== undefined && WITHIN.indexOf(told) <= WITHIN.indexOf(known)) return null;
  const after = { ...paid, [paymentId]: told };
  return Object.keys(after).length > PAYMENT.perOrder ? withoutLeast(after) : after;
}

/** Without the payment that promises the least. */
function withoutLeast(paid: Record<string, PaidState>): Record<string, PaidState> {
  const ordered = Object.entries(paid).sort(([, a], [, b]) => AMONG.indexOf(a) - AMONG.indexOf(b));
  return Object.fromEntries(ordered.slice(1));
}
