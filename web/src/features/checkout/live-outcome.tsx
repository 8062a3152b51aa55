import type { Payment } from '@farwatch/core/documents/payment';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { useServerClock } from '../../lib/api/queries.ts';
import { useProfile } from '../../lib/live/account.ts';
import { FirestoreContext } from '../../lib/live/firestore-context.tsx';
import { usePayment, usePayments } from '../../lib/live/payments.ts';
import { useNow } from '../../lib/time/now.ts';
import { OutcomeCard } from './outcome-card.tsx';
import { outcomeOf, type ShownOrder } from './payment-outcome.ts';

type Props = {
  /** The order whose invoice this tab opened. */
  order: string | null;
  /** Whether the account has not claimed the order yet, so that it cannot be read. */
  isUnclaimed: boolean;
};

/** The state of the account's order, live: `order`, otherwise the newest of the last day. */
export default function LiveOutcome({ order, isUnclaimed }: Props) {
  return (
    <FirestoreContext>
      {order === null ? (
        <NewestOutcome isUnclaimed={isUnclaimed} />
      ) : (
        <Outcome order={order} isUnclaimed={isUnclaimed} />
      )}
    </FirestoreContext>
  );
}

function Outcome({ order, isUnclaimed }: { order: string; isUnclaimed: boolean }) {
  const { data, error } = usePayment(isUnclaimed ? null : order);
  return <Shown payment={data ?? undefined} hasFailed={error !== undefined || data === null} />;
}

function NewestOutcome({ isUnclaimed }: { isUnclaimed: boolean }) {
  useServerClock();
  const nowMs = useNow(MINUTE_MS);
  const { data, error } = usePayments();
  const newest = data?.items.find(({ createdAt }) => createdAt > nowMs - DAY_MS);
  if (!isUnclaimed && data !== undefined && newest === undefined) return <OutcomeCard outcome="none" isClaimed />;
  return <Shown payment={isUnclaimed ? undefined : newest} hasFailed={error !== undefined} />;
}

function Shown({ payment, hasFailed }: { payment: Payment | undefined; hasFailed: boolean }) {
  const { data: profile } = useProfile();
  const order = payment ? shownOf(payment) : null;
  const outcome = outcomeOf(payment?.state, hasFailed);
  return <OutcomeCard outcome={outcome} isClaimed plan={profile?.plan ?? null} order={order} />;
}

function shownOf({ planName, amountUsd, receivedUsd, invoiceUrl }: Payment): ShownOrder {
  return { planName, priceUsd: amountUsd, receivedUsd, invoiceUrl };
}
