import type { Payment } from '../../documents/payment.ts';
import type { Plan } from '../../documents/user.ts';
import type { Offer } from './plans.ts';

type Paid = Pick<Payment, 'planName' | 'amountUsd' | 'paidAt' | 'startsAt'>;

/**
 * Derives an account's plan from its paid orders, in any sequence; null without any. Each is a month (UTC). The same
 * plan at the same price extends the running one; any other replaces it immediately, unless the running one was paid
 * later, so that a late claim takes nothing away. Of two plans at the same time the more expensive one stays.
 */
export function derivePlan(paid: readonly Paid[]): Plan | null {
  let plan: Plan | null = null;
  let months = 0;
  let lastPaidAt = 0;
  for (const { planName: name, amountUsd: price, atMs, paidAtMs } of inOrder(paid)) {
    const isRunning: boolean = plan !== null && atMs <= plan.until;
    const isExtended: boolean = isRunning && plan?.name === name && plan.price === price;
    if (isRunning && !isExtended && paidAtMs < lastPaidAt) continue;
    const since: number = isExtended && plan !== null ? plan.since : atMs;
    months = isExtended ? months + 1 : 1;
    plan = { name, price, since, until: monthsAfter(since, months) };
    lastPaidAt = Math.max(lastPaidAt, paidAtMs);
  }
  return plan;
}

/** Returns the plan if it has not ended. */
export function runningPlan(plan: Plan | null, nowMs: number): Plan | null {
  return plan !== null && nowMs < plan.until ? plan : null;
}

/** Returns what paying for an offer now does: it starts a plan, extends the running one by a month, or replaces it. */
export function paymentEffect(offer: Offer, plan: Plan | null, nowMs: number): 'starts' | 'extends' | 'replaces' {
  const running = runningPlan(plan, nowMs);
  if (running === null) return 'starts';
  return running.name === offer.name && running.price === offer.price ? 'extends' : 'replaces';
}

function inOrder(paid: readonly Paid[]): (Paid & { atMs: number; paidAtMs: number })[] {
  const timed = paid.map((each) => ({ ...each, paidAtMs: each.paidAt ?? 0, atMs: each.startsAt ?? each.paidAt ?? 0 }));
  return timed.sort((a, b) => a.atMs - b.atMs || a.paidAtMs - b.paidAtMs || a.amountUsd - b.amountUsd);
}

/** Returns the same day `count` months later, or the last day of a shorter month. */
function monthsAfter(atMs: number, count: number): number {
  const from = new Date(atMs);
  const after = new Date(atMs);
  after.setUTCMonth(from.getUTCMonth() + count);
  if (after.getUTCDate() !== from.getUTCDate()) after.setUTCDate(0);
  return after.getTime();
}
