import type { Deposit, PaidState, PaymentRecord } from '../../documents/payment.ts';
import { PAYMENT } from '../../values/limits.ts';

/** How far the payments of an order are, and their money. */
export type Progress = Pick<PaymentRecord, 'paid' | 'deposits'>;

/** Where the money is with the shop; the provider says either of money added to an earlier payment. */
const ARRIVED: readonly PaidState[] = ['partially_paid', 'finished'];

/**
 * What has arrived of the price in USD, by the lowest of all that the provider says of each payment, and whether several of
 * them make the whole price together. Of one alone its provider decides: then `isWhole` is false.
 */
export function receivedOf(progress: Progress, priceUsd: number): { receivedUsd: number; isWhole: boolean } {
  const sums = Object.keys(progress.paid).map((id) => worthUsd(id, progress, priceUsd));
  const sum = sums.reduce((all, each) => all + each, 0);
  const isWhole = sums.filter((each) => each > 0).length > 1 && sum >= priceUsd * (1 - PAYMENT.shortfall);
  return { receivedUsd: isWhole ? priceUsd : Math.min(priceUsd, wholeCents(sum)), isWhole };
}

/**
 * A payer decides which coin and how much of it they send, and when. So added money counts by the rate that was agreed for the
 * payment it was added to, or less; and not at all in another coin, or where that payment was never told of.
 */
function worthUsd(id: string, { paid, deposits }: Progress, priceUsd: number): number {
  const deposit = deposits[id];
  const state = paid[id];
  if (deposit === undefined || state === undefined || !ARRIVED.includes(state)) return 0;
  const agreed = deposit.parentId === null ? deposit : deposits[deposit.parentId];
  if (agreed === undefined || agreed.parentId !== null || agreed.coinsDue === 0) return 0;
  if (agreed.coin === '' || agreed.coin !== deposit.coin) return 0;
  const others = [atOwnRate(deposit), deposit.fiatUsd].filter((usd) => usd > 0);
  return Math.min((deposit.coinsPaid / agreed.coinsDue) * priceUsd, ...others);
}

function atOwnRate({ coinsDue, coinsPaid, priceUsd }: Deposit): number {
  return coinsDue > 0 ? (coinsPaid / coinsDue) * priceUsd : 0;
}

/** Rounded down to whole cents, allowing for floating-point error. */
function wholeCents(usd: number): number {
  return Math.floor(usd * 100 + 1e-6) / 100;
}
