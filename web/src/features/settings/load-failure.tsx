import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../components/busy-button.tsx';
import { OutcomeNotice } from './outcome.tsx';

type Props = { failed: ParseKeys; why: unknown; trying: boolean; onRetry: () => void };

/** What could not be loaded and why, with a way to try again. */
export function LoadFailure({ failed, why, trying, onRetry }: Props) {
  const { t } = useTranslation();
  const retry = (
    <BusyButton size="sm" variant="outline" loading={trying} onClick={onRetry}>
      {t('tryAgain')}
    </BusyButton>
  );
  return <OutcomeNotice outcome={{ failed, why }} action={retry} />;
}
