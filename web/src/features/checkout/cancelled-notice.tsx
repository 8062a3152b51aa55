import { Box } from '@chakra-ui/react';
import { type PaymentEntry, paymentCalls } from '@farwatch/core/api/payments';
import { isMoneySeen } from '@farwatch/core/payments/progress';
import { DAY_MS } from '@farwatch/core/time';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { orderOf } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session.ts';
import { useKeptOrder } from './use-kept-order.ts';

/** That nothing was paid; or what was, since the invoice can also be left after a part of it has been; or that it is not known. */
export function CancelledNotice() {
  const { t } = useTranslation();
  const uid = useUid();
  const own = useOwnOrder(uid);
  const kept = useKeptOrder();
  const order = uid === null ? kept.order : own.order;
  const isAsking = uid === null ? kept.isKept && !kept.order && !kept.error : own.isAsking;
  return (
    <Box mb="6" minH="11">
      {!isAsking && <Notice kind="info">{textOf(order, t)}</Notice>}
    </Box>
  );
}

/** The account's order that this tab went to pay; of another tab's the newest of the last day. */
function useOwnOrder(uid: string | null): { order: PaymentEntry | undefined; isAsking: boolean } {
  const [openedMs] = useState(Date.now);
  const id = useMemo(() => orderOf(uid), [uid]);
  const { data, error } = useApi(paymentCalls.list, uid === null ? null : {});
  const isMeant = (entry: PaymentEntry) =>
    id === null ? Date.parse(entry.createdAt) > openedMs - DAY_MS : entry.id === id;
  return { order: data?.find(isMeant), isAsking: data === undefined && error === undefined };
}

function textOf(order: PaymentEntry | undefined, t: TFunction): string {
  if (order === undefined) return t('checkout.leftUnknown');
  if (!isMoneySeen(order.status)) return t('checkout.cancelled');
  return t('checkout.left', { state: t(`payments.states.${order.status}`) });
}
