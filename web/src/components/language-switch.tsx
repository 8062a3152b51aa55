import { type Language, languageSchema } from '@farwatch/core/documents/user';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { chooseLanguage, useLanguage } from '../lib/i18n.ts';
import { partMissing } from '../lib/parts/new-version.ts';
import { Choice } from './form/choice.tsx';

/** The language, each named in itself. What is chosen here ends what the address asked for by `lng`. */
export function LanguageSwitch({ id, onChosen }: { id?: string; onChosen?: (language: Language) => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();

  async function choose(language: Language) {
    await chooseLanguage(language);
    if (query.has('lng')) {
      const rest = new URLSearchParams(query);
      rest.delete('lng');
      setQuery(rest, { replace: true });
    }
    onChosen?.(language);
  }

  return (
    <Choice
      {...(id ? { id } : { label: t('settings.language') })}
      value={useLanguage()}
      options={languageSchema.options.map((value) => ({ value, label: t(`languages.${value}`) }))}
      // The page itself says why its texts cannot be loaded: no network, or another version.
      onChoose={(language) => void choose(language).catch(partMissing)}
    />
  );
}
