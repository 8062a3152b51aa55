import { textsOf as sharedTextsOf } from '@farwatch/core/texts/texts';
import { DEFAULT_LANGUAGE, type Language, languageOf } from '@farwatch/core/values/languages';
import i18n from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AppTexts } from '../../i18next.d.ts';
import { localeFile } from '../../locales/files.ts';
import { writeStored } from '../browser/storage.ts';
import { LANGUAGE_KEY } from './languages.ts';

/** A language's texts, with those that the app shares with the server, loaded once. Throws if they cannot be loaded. */
export async function textsOf(language: Language): Promise<AppTexts> {
  const [own, { checkErrors, locations }] = await Promise.all([localeFile(language), sharedTextsOf(language)]);
  return { ...own, checkErrors, locations };
}

/**
 * Switches the language and stores the choice. Throws, without switching, if its texts cannot be loaded.
 */
export async function chooseLanguage(language: Language) {
  await textsOf(language);
  writeStored('local', LANGUAGE_KEY, language);
  await i18n.changeLanguage(language);
}

/** The language the app is shown in. */
export function useLanguage(): Language {
  const { i18n: current } = useTranslation();
  return languageOf(current.resolvedLanguage ?? DEFAULT_LANGUAGE);
}
