import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useWaitsFor } from '../../lib/orders/claim-store.ts';
import { orderOf } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import { OutcomeCard } from './outcome-card.tsx';

const LiveOutcome = lazyPart(() => import('./live-outcome.tsx'));

/**
 * /payment-success. The provider sends the browser here before the payment is confirmed, so if the account's own order
 * is known, the page follows its state.
 */
export default function SuccessPage() {
  const { t } = useTranslation();
  useTitle(t('checkout.outcome.title'));
  const uid = useUid();
  const waits = useWaitsFor(uid);
  const order = useMemo(() => orderOf(uid), [uid]);
  return (
    <CheckoutFrame maxW="480px">
      {order === null || uid === null ? (
        <OutcomeCard outcome={waits && uid === null ? 'unclaimed' : 'paid'} />
      ) : (
        <Suspense fallback={<OutcomeCard outcome="looking" />}>
          <LiveOutcome order={order} isClaimed={!waits} />
        </Suspense>
      )}
    </CheckoutFrame>
  );
}
