import { Box, chakra, Text } from '@chakra-ui/react';
import { hasMoney } from '@farwatch/core/decisions/payments/progress';
import type { OrderState, Payment } from '@farwatch/core/documents/payment';
import { useTranslation } from 'react-i18next';
import { useHighlight } from '../../components/data-table/highlight.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { StatusLabel, type StatusLook } from '../../components/status/status.tsx';
import { FullDate } from '../../components/text/time.tsx';
import { usd } from '../../lib/format/numbers.ts';
import { usePayments } from '../../lib/live/payments.ts';
import { LiveListCard } from './live-list-card.tsx';

/** The account's payments, live, without orders that received no money. */
export function PaymentHistory() {
  const { t } = useTranslation();
  const live = usePayments();
  const paid = live.data?.items.filter(({ state }) => hasMoney(state));
  return (
    <LiveListCard
      title={t('payments.title')}
      text={t('payments.text')}
      loadFailed={t('payments.loadFailed')}
      live={live}
      items={paid}
      empty={<EmptyState title={t('payments.empty')} hint={t('payments.emptyHint')} />}
      renderItem={(payment) => <PaymentRow key={payment.id} payment={payment} />}
    />
  );
}

const InvoiceLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** Two lines on small screens. */
const AREAS = { base: '"state amount" "plan date"', lg: '"state plan date amount"' };
const COLUMNS = { base: 'minmax(0, 1fr) auto', lg: '160px minmax(0, 1fr) auto 80px' };

function PaymentRow({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const highlight = useHighlight(payment.state);
  return (
    <chakra.li display="grid" gridTemplateAreas={AREAS} gridTemplateColumns={COLUMNS} style={highlight}>
      <Box gridArea="state">
        <StatusLabel look={LOOKS[payment.state]} text={t(`payments.states.${payment.state}`)} />
      </Box>
      <Text gridArea="plan" fontWeight={{ lg: 'medium' }}>
        {payment.planName}
        <Missing payment={payment} />
      </Text>
      <Text gridArea="date" color="text.muted">
        <FullDate atMs={payment.paidAt ?? payment.createdAt} />
      </Text>
      <Text gridArea="amount" textAlign="end">
        {usd(payment.amountUsd)}
      </Text>
    </chakra.li>
  );
}

/** The amount missing from a partial payment, and a link to the invoice where it can be paid. */
function Missing({ payment: { state, amountUsd, receivedUsd, invoiceUrl } }: { payment: Payment }) {
  const { t } = useTranslation();
  if (state !== 'partially_paid' || receivedUsd === 0) return null;
  const text = t('payments.missing', { amount: usd(amountUsd - receivedUsd) });
  return (
    <>
      {' · '}
      {invoiceUrl === null ? text : <InvoiceLink href={invoiceUrl}>{text}</InvoiceLink>}
    </>
  );
}

const LOOKS: Record<OrderState, StatusLook> = {
  created: 'none',
  waiting: 'none',
  confirming: 'pending',
  confirmed: 'pending',
  sending: 'pending',
  partially_paid: 'partial',
  finished: 'up',
  failed: 'down',
  expired: 'down',
  refunded: 'none',
};
