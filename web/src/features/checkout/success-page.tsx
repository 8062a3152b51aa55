import type { PaymentEntry } from '@farwatch/core/contracts/api/payments';
import { Suspense, useMemo } from 'react';
import { useHasWaitingClaim } from '../../lib/orders/claim-store.ts';
import { orderOf } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { outcomeOf, type ShownOrder } from './payment-outcome.ts';
import { usePendingOrder } from './use-pending-order.ts';

const LiveOutcome = lazyPart(() => import('./live-outcome.tsx'));

/**
 * /payment-success. The provider redirects here before the payment is confirmed, and anyone can open the page. So it
 * shows the live state of the order itself, or that there is no order.
 */
export default function SuccessPage() {
  const uid = useUid();
  const isUnclaimed = useHasWaitingClaim(uid);
  const order = useMemo(() => orderOf(uid), [uid]);
  return (
    <CheckoutFrame maxW="480px">
      {uid === null ? (
        <PendingOutcome />
      ) : (
        <Suspense fallback={<OutcomeCard outcome="looking" isClaimed />}>
          <LiveOutcome order={order} isUnclaimed={isUnclaimed} />
        </Suspense>
      )}
    </CheckoutFrame>
  );
}

/** Signed out: the state of an order that the next account to sign in will claim. */
function PendingOutcome() {
  const { isPending, order, error } = usePendingOrder();
  if (!isPending) return <OutcomeCard outcome="none" isClaimed />;
  const outcome = outcomeOf(order?.status, error !== undefined);
  return <OutcomeCard outcome={outcome} isClaimed={false} order={order ? shownOf(order) : null} />;
}

function shownOf({ planName, planPrice, received, invoiceUrl }: PaymentEntry): ShownOrder {
  return { planName, priceUsd: planPrice, receivedUsd: received, invoiceUrl: invoiceUrl };
}
