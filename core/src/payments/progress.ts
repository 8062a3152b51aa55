import type { OrderState, PaidState } from '../documents/payment.ts';
import { PAYMENT } from '../limits.ts';

/** The order in which one payment advances. Late money still counts after it expired or failed. */
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

/** Which of an order's payments decides the order's state: the most promising one. */
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

/** States without any money seen: somebody may still pay, or never will. */
const WITHOUT_MONEY: readonly OrderState[] = ['created', 'waiting', 'expired'];

/** Whether an order in this state may have been paid, at least in part. */
export function isMoneySeen(state: OrderState): boolean {
  return !WITHOUT_MONEY.includes(state);
}

/** The order's state by those of its payments. */
export function orderStateOf(paid: readonly PaidState[]): OrderState {
  return paid.reduce<OrderState>((most, each) => (AMONG.indexOf(each) > AMONG.indexOf(most) ? each : most), 'created');
}

/**
 * The payments of an order after the provider reported one of them; null if that is nothing new. Reports may be
 * repeated, late and out of order: a payment only goes forward.
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

/** Without the least promising payment. */
function withoutLeast(paid: Record<string, PaidState>): Record<string, PaidState> {
  const ordered = Object.entries(paid).sort(([, a], [, b]) => AMONG.indexOf(a) - AMONG.indexOf(b));
  return Object.fromEntries(ordered.slice(1));
}
