import { Grid, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Panel } from '../../components/panel.tsx';
import { PlanChoices } from '../../components/plan-choices.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { CancelledNotice } from './cancelled-notice.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { wantedPlan } from './wanted-plan.ts';

/** /checkout: a month of the plan that the navigation or the address names. */
export default function CheckoutPage() {
  const { t } = useTranslation();
  useTitle(t('checkout.title'));
  const { state } = useLocation();
  const [query] = useSearchParams();
  const wanted = wantedPlan(state, query);
  if (wanted.kind === 'unknown') return <UnknownPlan />;
  return (
    <CheckoutFrame maxW="960px">
      {query.has('cancelled') && <CancelledNotice />}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap={{ base: '6', md: '12' }}>
        <OrderSummary offer={wanted.offer} />
        <PaymentPanel offer={wanted.offer} language={query.get('lng')} />
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
