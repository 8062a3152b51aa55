import type { OrderState } from '@farwatch/core/documents/payment';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from './status/status-label.tsx';
import type { StatusLook } from './status/status-shape.tsx';

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

/** A payment's state as shape, colour and text. */
export function PaymentState({ state }: { state: OrderState }) {
  const { t } = useTranslation();
  return <StatusLabel look={LOOKS[state]} text={t(`payments.states.${state}`)} />;
}
