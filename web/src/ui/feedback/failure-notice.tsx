import { Text } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api/failure.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { BusyButton } from '../form/busy-button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  failure: unknown;
  /** A sentence that names what failed. */
  title?: string | undefined;
  /** Shown without a title if the reason is not known. */
  fallback?: ParseKeys;
  /** Shows 'Try again'. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
};

/** Shows what failed, and why if that is known. Without a title it shows why, and what to do about it. */
export function FailureNotice({ failure, title, fallback = 'failure.unexpected', onRetry, isRetrying = false }: Props) {
  const { t } = useTranslation();
  const { reason, advice } = failureText(failure);
  const issues = failure instanceof ApiFailure ? failure.issues : [];
  const [first, second] = title ? [title, reason] : [reason ?? t(fallback), advice];
  const retry = onRetry && (
    <BusyButton size="sm" variant="outline" loading={isRetrying} onClick={onRetry}>
      {t('tryAgain')}
    </BusyButton>
  );
  return (
    <Notice kind="error" action={retry}>
      <Text fontWeight={second ? 'medium' : 'normal'}>{first}</Text>
      {second && <Text textStyle="sm">{second}</Text>}
      {issues.map(({ path, message }) => (
        <Text key={`${path} ${message}`} textStyle="sm" overflowWrap="anywhere">
          {path === '' ? message : `${path}: ${message}`}
        </Text>
      ))}
    </Notice>
  );
}
