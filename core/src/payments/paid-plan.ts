import type { Payment } from '../documents/payment.ts';
import type { Plan } from '../documents/user.ts';

type Paid = Pick<Payment, 'planName' | 'amountUsd' | 'paidAt'>;

/**
 * The plan of an account by its paid orders, in any sequence; null without any. Each is a month (UTC). The same plan at
 * the same price, paid before it ends, extends it; any other replaces it at once.
 */
export function planOf(paid: readonly Paid[]): Plan | null {
  let plan: Plan | null = null;
  let months = 0;
  for (const { planName: name, amountUsd: price, atMs } of inTurn(paid)) {
    const goesOn: boolean = plan !== null && plan.name === name && plan.price === price && atMs <= plan.until;
    const since: number = goesOn && plan !== null ? plan.since : atMs;
    months = goesOn ? months + 1 : 1;
    plan = { name, price, since, until: monthsAfter(since, months) };
  }
  return plan;
}

/** The plan if it has not ended. */
export function runningPlan(plan: Plan | null, nowMs: number): Plan | null {
  return plan !== null && nowMs < plan.until ? plan : null;
}

function inTurn(paid: readonly Paid[]): (Paid & { atMs: number })[] {
  return paid.map((each) => ({ ...each, atMs: each.paidAt ?? 0 })).sort((a, b) => a.atMs - b.atMs);
}

/** The same day so many months later, or the last one of a shorter month. */
function monthsAfter(atMs: number, count: number): number {
  const from = new Date(atMs);
  const after = new Date(atMs);
  after.setUTCMonth(from.getUTCMonth() + count);
  if (after.getUTCDate() !== from.getUTCDate()) after.setUTCDate(0);
  return after.getTime();
}
