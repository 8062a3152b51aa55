import type { LocationCode } from '@farwatch/core/locations';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/format/lists.ts';
import { useLanguage } from '../../lib/i18n.ts';

/** Names locations in the user's language, as one text. */
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
