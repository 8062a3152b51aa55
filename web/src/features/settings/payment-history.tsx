import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Payment } from '@farwatch/core/documents/payment';
import { isMoneySeen } from '@farwatch/core/payments/progress';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { FullDate } from '../../components/full-date.tsx';
import { LiveNotices } from '../../components/live-notices.tsx';
import { Loading } from '../../components/loading.tsx';
import { PaymentState } from '../../components/payment-state.tsx';
import { useWash } from '../../components/wash.ts';
import { usd } from '../../lib/format/money.ts';
import { usePayments } from '../../lib/live/payments.ts';
import { OutcomeNotice } from './outcome.tsx';
import { Section } from './section.tsx';

/** What was paid from the account, live: orders of which no money was ever seen are not among it. */
export function PaymentHistory() {
  const { t } = useTranslation();
  const live = usePayments();
  const paid = live.data?.items.filter(({ state }) => isMoneySeen(state));
  return (
    <Section title={t('payments.title')} text={t('payments.text')}>
      {live.error && !paid && <OutcomeNotice outcome={{ failed: 'payments.loadFailed', why: live.error }} />}
      <LiveNotices live={live} />
      {!paid && !live.error && <Loading />}
      {paid?.length === 0 && <EmptyState title={t('payments.empty')} hint={t('payments.emptyHint')} />}
      {paid && paid.length > 0 && (
        <chakra.ul
          listStyleType="none"
          aria-label={t('payments.title')}
          mx={{ base: '-4', sm: '-6' }}
          mb={{ base: '-4', sm: '-6' }}
        >
          {paid.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </chakra.ul>
      )}
    </Section>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const wash = useWash(payment.state);
  return (
    <chakra.li
      display="flex"
      flexDirection={{ base: 'column', md: 'row' }}
      columnGap="4"
      rowGap="1"
      px={{ base: '4', sm: '6' }}
      py="3"
      borderTopWidth="1px"
      style={wash}
    >
      <Box w={{ md: '160px' }} flexShrink="0">
        <PaymentState state={payment.state} />
      </Box>
      <Flex flex="1" minW="0" columnGap="4" justify="space-between">
        <Text fontWeight="medium">{payment.planName}</Text>
        <Flex gap={{ base: '4', md: '8' }}>
          <Text color="text.muted">
            <FullDate atMs={payment.paidAt ?? payment.createdAt} />
          </Text>
          <Text minW="20" textAlign="end">
            {usd(payment.amountUsd)}
          </Text>
        </Flex>
      </Flex>
    </chakra.li>
  );
}
