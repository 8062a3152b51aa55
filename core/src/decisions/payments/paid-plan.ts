import type { Payment } from '../../documents/payment.ts';
import type { Plan } from '../../documents/user.ts';
import type { Offer } from './plans.ts';

type Paid = Pick<Payment, 'planName' | 'amountUsd' | 'paidAt' | 'startsAt'>;

/**
 * The plan that an account has by the orders it has paid, in any sequence; null without any. Each is a month (UTC). The same plan
 * at the same price, begun before it ends, goes on from where it would end; any other begins at once in its place, unless what
 * runs was paid for later: a claim that comes late takes nothing away. Of two plans at the same moment the dearer one stays.
 */
export function derivePlan(paid: readonly Paid[]): Plan | null {
  let plan: Plan | null = null;
  let months = 0;
  let lastPaidAt = 0;
  for (const { planName: name, amountUsd: price, atMs, paidAtMs } of inTurn(paid)) {
    const runs: boolean = plan !== null && atMs <= plan.until;
    const goesOn: boolean = runs && plan?.name === name && plan.price === price;
    if (runs && !goesOn && paidAtMs < lastPaidAt) continue;
    const since: number = goesOn && plan !== null ? plan.since : atMs;
    months = goesOn ? months + 1 : 1;
    plan = { name, price, since, until: monthsAfter(since, months) };
    lastPaidAt = Math.max(lastPaidAt, paidAtMs);
  }
  return plan;
}

/** The plan if it has not ended. */
export function runningPlan(plan: Plan | null, nowMs: number): Plan | null {
  return plan !== null && nowMs < plan.until ? plan : null;
}

/** What paying for an offer now does: it begins a plan, adds a month to the one that runs, or ends that one before its time. */
export function paymentEffect(offer: Offer, plan: Plan | null, nowMs: number): 'begins' | 'extends' | 'replaces' {
  const running = runningPlan(plan, nowMs);
  if (running === null) return 'begins';
  return running.name === offer.name && running.price === offer.price ? 'extends' : 'replaces';
}

function inTurn(paid: readonly Paid[]): (Paid & { atMs: number; paidAtMs: number })[] {
  const timed = paid.map((each) => ({ ...each, paidAtMs: each.paidAt ?? 0, atMs: each.startsAt ?? each.paidAt ?? 0 }));
  return timed.sort((a, b) => a.atMs - b.atMs || a.paidAtMs - b.paidAtMs || a.amountUsd - b.amountUsd);
}

/** The same day so many months later, or the last one of a shorter month. */
function monthsAfter(atMs: number, count: number): number {
  const from = new Date(atMs);
  const after = new Date(atMs);
  after.setUTCMonth(from.getUTCMonth() + count);
  if (after.getUTCDate() !== from.getUTCDate()) after.setUTCDate(0);
  return after.getTime();
}
