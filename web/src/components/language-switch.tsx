import { languageSchema } from '@farwatch/core/documents/user';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, useLanguage } from '../lib/i18n.ts';
import { Choice } from './form/choice.tsx';

/** The language, each named in itself. */
export function LanguageSwitch({ id, onChosen }: { id?: string; onChosen?: () => void }) {
  const { t } = useTranslation();
  return (
    <Choice
      {...(id ? { id } : { label: t('settings.language') })}
      value={useLanguage()}
      options={languageSchema.options.map((value) => ({ value, label: t(`languages.${value}`) }))}
      onChoose={(language) => void chooseLanguage(language).then(onChosen)}
    />
  );
}
