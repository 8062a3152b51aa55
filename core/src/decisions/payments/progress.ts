import type { Deposit, OrderState, PaidState, PaymentRecord } from '../../documents/payment.ts';
import { PAYMENT } from '../../values/limits.ts';

/** The state and the amounts of an order's payments. */
export type Progress = Pick<PaymentRecord, 'paid' | 'deposits'>;

/** The order in which one payment advances. Late money still counts after it expired or failed. */
const PAYMENT_ORDER: readonly PaidState[] = [
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

/** The payment with the highest rank decides the order's state. */
const ORDER_RANK: readonly OrderState[] = [
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

/** States without any money. */
const NO_MONEY: readonly OrderState[] = ['created', 'waiting', 'expired'];

/** Whether an order in this state may have been paid, at least in part. */
export function hasMoney(state: OrderState): boolean {
  return !NO_MONEY.includes(state);
}

/** Returns the order's state and the USD received, derived from its payments. */
export function orderStateOf(progress: Progress, priceUsd: number): { state: OrderState; receivedUsd: number } {
  const states = Object.entries(progress.paid).map(([id, state]) => effectiveState(state, progress.deposits[id]));
  const state = states.reduce<OrderState>(
    (highest, each) => (ORDER_RANK.indexOf(each) > ORDER_RANK.indexOf(highest) ? each : highest),
    'created',
  );
  if (state === 'finished') return { state, receivedUsd: priceUsd };
  const { isWhole, receivedUsd } = sumReceived(progress, priceUsd);
  return { state: isWhole ? 'finished' : state, receivedUsd };
}

/** The provider reports money added to an earlier payment as finished, whatever its sum. */
function effectiveState(state: PaidState, deposit: Deposit | undefined): PaidState {
  return state === 'finished' && deposit !== undefined && deposit.parentId !== null ? 'partially_paid' : state;
}

/**
 * Adds the provider's report of one payment; null if it changes nothing. Reports may be repeated, late, and out of
 * order: a payment only advances, and within one state its money only grows.
 */
export function updateProgress(
  { paid, deposits }: Progress,
  report: { paymentId: string; state: PaidState; deposit: Deposit },
): Progress | null {
  const { paymentId, state } = report;
  const known = paid[paymentId];
  const before = deposits[paymentId];
  const step = known === undefined ? 1 : PAYMENT_ORDER.indexOf(state) - PAYMENT_ORDER.indexOf(known);
  if (step < 0 || (step === 0 && report.deposit.coinsPaid <= (before?.coinsPaid ?? 0))) return null;
  const after = {
    paid: { ...paid, [paymentId]: state },
    deposits: {
      ...deposits,
      [paymentId]: before === undefined ? report.deposit : mergeDeposits(before, report.deposit),
    },
  };
  return Object.keys(after.paid).length > PAYMENT.perOrder ? dropUnpaid(after) : after;
}

/** Returns the newer deposit; fields that it leaves out are taken from the one before. */
function mergeDeposits(before: Deposit, reported: Deposit): Deposit {
  return {
    parentId: reported.parentId ?? before.parentId,
    coin: reported.coin || before.coin,
    coinsDue: reported.coinsDue || before.coinsDue,
    coinsPaid: reported.coinsPaid || before.coinsPaid,
    priceUsd: reported.priceUsd || before.priceUsd,
    fiatUsd: reported.fiatUsd || before.fiatUsd,
  };
}

/** Drops one payment without any money, an expired one first; none if all have some. */
function dropUnpaid({ paid, deposits }: Progress): Progress {
  const parents = new Set(Object.values(deposits).map(({ parentId }) => parentId));
  const unpaid = Object.keys(paid).filter((id) => !hasMoney(paid[id] ?? 'created') && !parents.has(id));
  const least = unpaid.find((id) => paid[id] === 'expired') ?? unpaid[0];
  const rest = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => id !== least));
  return { paid: rest(paid), deposits: rest(deposits) };
}

/** The states of money that the shop has; the provider reports either for money added to an earlier payment. */
const RECEIVED: readonly PaidState[] = ['partially_paid', 'finished'];

/**
 * Returns the part of the price received in USD, by the lowest value that the provider reports of each payment, and
 * whether several payments together make the whole price. The provider itself decides that for a single payment.
 */
function sumReceived(progress: Progress, priceUsd: number): { isWhole: boolean; receivedUsd: number } {
  const sums = Object.keys(progress.paid).map((id) => valueUsd(id, progress, priceUsd));
  const sum = sums.reduce((all, each) => all + each, 0);
  const isWhole = sums.filter((each) => each > 0).length > 1 && sum >= priceUsd * (1 - PAYMENT.shortfall);
  return { receivedUsd: isWhole ? priceUsd : Math.min(priceUsd, floorToCents(sum)), isWhole };
}

/**
 * A payer decides which coin they send, how much and when. So added money counts at most at the rate agreed for the
 * payment it was added to, and not at all in another coin or if that payment is unknown.
 */
function valueUsd(id: string, { paid, deposits }: Progress, priceUsd: number): number {
  const deposit = deposits[id];
  const state = paid[id];
  if (deposit === undefined || state === undefined || !RECEIVED.includes(state)) return 0;
  const agreed = deposit.parentId === null ? deposit : deposits[deposit.parentId];
  if (agreed === undefined || agreed.parentId !== null || agreed.coinsDue === 0) return 0;
  if (agreed.coin === '' || agreed.coin !== deposit.coin) return 0;
  const { coinsDue, coinsPaid, priceUsd: ownPriceUsd, fiatUsd } = deposit;
  const atOwnRate = coinsDue > 0 ? (coinsPaid / coinsDue) * ownPriceUsd : 0;
  const others = [atOwnRate, fiatUsd].filter((usd) => usd > 0);
  return Math.min((coinsPaid / agreed.coinsDue) * priceUsd, ...others);
}

/** Rounds down to whole cents, allowing for floating-point error. */
function floorToCents(usd: number): number {
  return Math.floor(usd * 100 + 1e-6) / 100;
}
