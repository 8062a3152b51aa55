import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FailedAction } from '../../components/failed-action.tsx';

/** Says that a part of the page could not be loaded, with the reason if known and a retry button. */
export function LoadFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <FailedAction failure={failure} onRetry={onRetry}>
      <Text as="span" fontWeight="semibold">
        {t('agent.error')}
      </Text>{' '}
      {t('agent.loadFailed')}
    </FailedAction>
  );
}
