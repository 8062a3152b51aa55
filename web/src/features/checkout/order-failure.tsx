import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { type FailureText, failureText } from '../../lib/api/failure-text.ts';
import type { OrderProblem } from './use-order.ts';

/** Why no order was made, and that nobody has paid for it. */
export function OrderFailure({ failure }: { failure: OrderProblem }) {
  const { t } = useTranslation();
  const found = textOf(failure);
  return (
    <Notice kind="error">
      <Text fontWeight="medium">{'key' in found ? t(found.key) : found.text}</Text>
      {typeof failure !== 'string' && <Text textStyle="sm">{t('checkout.errors.nothingCharged')}</Text>}
    </Notice>
  );
}

function textOf(failure: OrderProblem): FailureText {
  if (failure === 'empty') return { key: 'checkout.errors.empty' };
  if (failure === 'not-kept') return { key: 'checkout.errors.notKept' };
  return failure.code === 'unexpected' ? { key: 'checkout.errors.unknown' } : failureText(failure);
}
