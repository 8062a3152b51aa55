import { Box } from '@chakra-ui/react';
import { type PaymentEntry, paymentCalls } from '@farwatch/core/api/payments';
import { isMoneySeen } from '@farwatch/core/payments/progress';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { orderOf } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session.ts';

/** That nothing was paid; or what was, since the invoice can also be left after a part of it has been. */
export function CancelledNotice() {
  const { t } = useTranslation();
  const uid = useUid();
  const order = useMemo(() => orderOf(uid), [uid]);
  const { data, error } = useApi(paymentCalls.list, order === null ? null : {});
  const isKnown = order === null || data !== undefined || error !== undefined;
  return (
    <Box mb="6" minH="11">
      {isKnown && <Notice kind="info">{textOf(data?.find(({ id }) => id === order)?.status, order, error, t)}</Notice>}
    </Box>
  );
}

type State = PaymentEntry['status'] | undefined;

function textOf(state: State, order: string | null, error: unknown, t: TFunction): string {
  if (order !== null && state === undefined && error !== undefined) return t('checkout.leftUnknown');
  if (state === undefined || !isMoneySeen(state)) return t('checkout.cancelled');
  return t('checkout.left', { state: t(`payments.states.${state}`) });
}
