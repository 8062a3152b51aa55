import { Flex, Text } from '@chakra-ui/react';
import { LANGUAGE_CODES, type Language, languageName } from '@farwatch/core/values/languages';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, useLanguage } from '../../lib/i18n/i18n.ts';
import { useQuery } from '../../lib/list/use-query.ts';
import { reportMismatch, useNewVersion } from '../../lib/parts/new-version.ts';
import { Choice } from './choice.tsx';

/** Selects the language, each under its own name. The choice overrides `lng` in the address. */
export function LanguageSwitch({ id, onChosen }: { id?: string; onChosen?: (language: Language) => void }) {
  const { t } = useTranslation();
  const here = useQuery();
  const address = useRef<typeof here>(null);
  const hasNewVersion = useNewVersion();
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    address.current = here;
    return () => {
      address.current = null;
    };
  });

  async function choose(language: Language) {
    setFailed(false);
    try {
      await chooseLanguage(language);
    } catch {
      setFailed(true);
      return void reportMismatch();
    }
    // The page may have changed while the texts were loading.
    const [query, setQuery] = address.current ?? [];
    if (query?.has('lng')) {
      const rest = new URLSearchParams(query);
      rest.delete('lng');
      setQuery?.(rest);
    }
    onChosen?.(language);
  }

  return (
    <Flex direction="column" align="flex-start" gap="1" minW="0">
      <Choice
        {...(id ? { id } : { label: t('settings.language') })}
        value={useLanguage()}
        options={LANGUAGE_CODES.map((value) => ({ value, label: languageName(value) }))}
        onChoose={(language) => void choose(language)}
      />
      {/* The page itself announces a new version and what to do. */}
      {isFailed && !hasNewVersion && (
        <Text role="alert" textStyle="sm" color="danger">
          {t('languages.failed')}
        </Text>
      )}
    </Flex>
  );
}
