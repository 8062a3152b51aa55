import type { LocationCode } from '@farwatch/core/locations';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/format/lists.ts';
import { useLanguage } from '../../lib/i18n.ts';

/** Returns a function that lists locations by name in the user's language. */
export function useLocationText() {
  const { t } = useTranslation();
  const language = useLanguage();
  return useCallback(
    (codes: readonly LocationCode[]): string =>
      listText(
        codes.map((code) => t(`locations.${code}`)),
        language,
      ),
    [t, language],
  );
}
