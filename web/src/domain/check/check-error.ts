import type { CheckError } from '@farwatch/core/values/check';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Why a check failed, in the user's language; '' for a success. An error status includes its number if known. */
export function useCheckErrorText() {
  const { t } = useTranslation();
  return useCallback(
    (error: CheckError | null, statusCode: number | null): string => {
      if (error === null) return '';
      if (error === 'status' && statusCode !== null) return t('checkErrors.statusIs', { status: statusCode });
      if (error === 'jobFailed' && statusCode !== null) return t('checkErrors.jobFailedWith', { status: statusCode });
      return t(`checkErrors.${error}`);
    },
    [t],
  );
}
