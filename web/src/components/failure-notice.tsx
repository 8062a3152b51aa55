import { Button } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { failureText } from '../lib/api/failure-text.ts';
import { Notice } from './notice.tsx';

type Props = {
  failure: unknown;
  /** Shown if the failure has no more specific text. */
  fallback?: ParseKeys;
  onRetry?: () => void;
};

/** Why a call failed, in the user's language, with a retry button. */
export function FailureNotice({ failure, fallback, onRetry }: Props) {
  const { t } = useTranslation();
  const found = failureText(failure);
  const key = 'key' in found && found.key === 'failure.unexpected' && fallback ? fallback : 'key' in found && found.key;
  const retry = onRetry && (
    <Button size="sm" variant="outline" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  );
  return (
    <Notice kind="error" action={retry}>
      {key ? t(key) : 'text' in found && found.text}
    </Notice>
  );
}
