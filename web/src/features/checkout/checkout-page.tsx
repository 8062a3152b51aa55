import { Box, Grid, Heading, Text } from '@chakra-ui/react';
import { type PaymentEntry, paymentCalls } from '@farwatch/core/contracts/api/payments';
import { hasMoney } from '@farwatch/core/decisions/payments/progress';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { PlanChoices } from '../../components/payments/plan-choices.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { orderOf } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session/session.ts';
import { useNow } from '../../lib/time/now.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import { chosenPlan } from './chosen-plan.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { usePendingOrder } from './use-pending-order.ts';

/** /checkout: a month of the plan in the navigation state or the address. */
export default function CheckoutPage() {
  const { t } = useTranslation();
  useTitle(t('checkout.title'));
  const { state } = useLocation();
  const [query] = useSearchParams();
  const chosen = chosenPlan(state, query);
  if (chosen.kind === 'unknown') return <UnknownPlan />;
  return (
    <CheckoutFrame maxW="960px">
      {query.has('cancelled') && <CancelledNotice />}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap={{ base: '6', md: '12' }}>
        <OrderSummary offer={chosen.offer} />
        <PaymentPanel offer={chosen.offer} language={query.get('lng')} />
      </Grid>
    </CheckoutFrame>
  );
}

function UnknownPlan() {
  const { t } = useTranslation();
  return (
    <CheckoutFrame maxW="480px">
      <Panel p={{ base: '4', sm: '8' }} display="flex" flexDirection="column" gap="5">
        <Heading as="h1" textStyle="xl" fontWeight="semibold">
          {t('checkout.unknownTitle')}
        </Heading>
        <Text color="text.muted" mt="-3">
          {t('checkout.unknownText')}
        </Text>
        <PlanChoices />
      </Panel>
    </CheckoutFrame>
  );
}

/**
 * Shown after cancelling: that nothing was paid, what was paid (the invoice may be partially paid), or that it is
 * unknown.
 */
function CancelledNotice() {
  const { t } = useTranslation();
  const uid = useUid();
  const own = useOwnOrder(uid);
  const pending = usePendingOrder();
  const order = uid === null ? pending.order : own.order;
  const isLoading = uid === null ? pending.isPending && !pending.order && !pending.error : own.isLoading;
  return (
    <Box mb="6" minH="11">
      {!isLoading && <Notice kind="info">{textOf(order, t)}</Notice>}
    </Box>
  );
}

/** The account's order whose invoice this tab opened, otherwise the newest of the last day. */
function useOwnOrder(uid: string | null): { order: PaymentEntry | undefined; isLoading: boolean } {
  const nowMs = useNow(MINUTE_MS);
  const id = useMemo(() => orderOf(uid), [uid]);
  const { data, error } = useApi(paymentCalls.list, uid === null ? null : {});
  const matches = (entry: PaymentEntry) =>
    id === null ? Date.parse(entry.createdAt) > nowMs - DAY_MS : entry.id === id;
  return { order: data?.find(matches), isLoading: data === undefined && error === undefined };
}

function textOf(order: PaymentEntry | undefined, t: TFunction): string {
  if (order === undefined) return t('checkout.leftUnknown');
  if (!hasMoney(order.status)) return t('checkout.cancelled');
  return t('checkout.left', { state: t(`payments.states.${order.status}`) });
}
