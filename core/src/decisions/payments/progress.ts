import type { Deposit, OrderState, PaidState } from '../../documents/payment.ts';
import { PAYMENT } from '../../values/limits.ts';
import { type Progress, receivedOf } from './received.ts';

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
export function hasMoney(state: OrderState): boolean {
  return !WITHOUT_MONEY.includes(state);
}

/** The order's state and the USD received, derived from its payments. */
export function displayStatusOf(progress: Progress, priceUsd: number): { state: OrderState; receivedUsd: number } {
  const states = Object.entries(progress.paid).map(([id, state]) => ownState(state, progress.deposits[id]));
  const state = states.reduce<OrderState>(
    (most, each) => (AMONG.indexOf(each) > AMONG.indexOf(most) ? each : most),
    'created',
  );
  if (state === 'finished') return { state, receivedUsd: priceUsd };
  const { isWhole, receivedUsd } = receivedOf(progress, priceUsd);
  return { state: isWhole ? 'finished' : state, receivedUsd };
}

/** The provider reports money added to an earlier payment as finished, whatever its sum. */
function ownState(state: PaidState, deposit: Deposit | undefined): PaidState {
  return state === 'finished' && deposit !== undefined && deposit.parentId !== null ? 'partially_paid' : state;
}

/**
 * How far the payments of an order are after the provider's word of one of them; null where that is nothing new. The word may
 * be repeated, late, and out of order: a payment only ever goes forward, and within one state its money only grows.
 */
export function updateProgress(
  { paid, deposits }: Progress,
  told: { paymentId: string; state: PaidState; deposit: Deposit },
): Progress | null {
  const { paymentId, state } = told;
  const known = paid[paymentId];
  const before = deposits[paymentId];
  const step = known === undefined ? 1 : WITHIN.indexOf(state) - WITHIN.indexOf(known);
  if (step < 0 || (step === 0 && told.deposit.coinsPaid <= (before?.coinsPaid ?? 0))) return null;
  const after = {
    paid: { ...paid, [paymentId]: state },
    deposits: { ...deposits, [paymentId]: before === undefined ? told.deposit : merged(before, told.deposit) },
  };
  return Object.keys(after.paid).length > PAYMENT.perOrder ? withoutUnpaid(after) : after;
}

/** The newer report; fields it leaves out are taken from the one before. */
function merged(before: Deposit, told: Deposit): Deposit {
  return {
    parentId: told.parentId ?? before.parentId,
    coin: told.coin || before.coin,
    coinsDue: told.coinsDue || before.coinsDue,
    coinsPaid: told.coinsPaid || before.coinsPaid,
    priceUsd: told.priceUsd || before.priceUsd,
    fiatUsd: told.fiatUsd || before.fiatUsd,
  };
}

/** Drops one payment without any money, the least promising; drops nothing if all have some. */
function withoutUnpaid({ paid, deposits }: Progress): Progress {
  const parents = new Set(Object.values(deposits).map(({ parentId }) => parentId));
  const unpaid = Object.keys(paid).filter((id) => !hasMoney(paid[id] ?? 'created') && !parents.has(id));
  const least = unpaid.find((id) => paid[id] === 'expired') ?? unpaid[0];
  const rest = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => id !== least));
  return { paid: rest(paid), deposits: rest(deposits) };
}
