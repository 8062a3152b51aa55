import { Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../busy-button.tsx';
import type { CheckNow } from './use-check-now.ts';

/** Requests a check, and shows that its result is awaited. */
export function CheckButton({ check }: { check: CheckNow }) {
  const { t } = useTranslation();
  return (
    <BusyButton
      variant="outline"
      borderColor="edge"
      minW={{ base: '34', sm: '36' }}
      loading={check.busy}
      disabled={check.nothing}
      loadingText={t('checkNow.busy')}
      onClick={check.ask}
    >
      <Zap aria-hidden="true" />
      {t('checkNow.button')}
    </BusyButton>
  );
}
