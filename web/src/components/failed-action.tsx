import { Button, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureReason } from '../lib/api/failure-reason.ts';
import { Notice } from './notice.tsx';

/** What failed, with the reason if it is more specific, and a retry button if the page has no other. */
export function FailedAction({
  failure,
  onRetry,
  children,
}: {
  failure: unknown;
  onRetry?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const reason = failureReason(failure);
  const retry = onRetry && (
    <Button size="sm" variant="outline" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  );
  return (
    <Notice kind="error" action={retry}>
      <Text fontWeight="medium">{children}</Text>
      {reason && <Text textStyle="sm">{'key' in reason ? t(reason.key) : reason.text}</Text>}
    </Notice>
  );
}
