import { textsOf as sharedTextsOf } from '@farwatch/core/texts/texts';
import { DEFAULT_LANGUAGE, type Language, languageOf } from '@farwatch/core/values/languages';
import i18n from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AppTexts, TextPart } from '../../i18next.d.ts';
import { localeFile, partLocaleFile } from '../../locales/files.ts';
import { writeStored } from '../browser/storage.ts';
import { LANGUAGE_KEY } from './languages.ts';

/** A language's texts, with those that the app shares with the server, loaded once. Throws if they cannot be loaded. */
export async function textsOf(language: Language): Promise<AppTexts> {
  const parts = Promise.all([...loadedParts].map((part) => partLocaleFile(part, language)));
  const [own, shared, ofParts] = await Promise.all([localeFile(language), sharedTextsOf(language), parts]);
  const { checkErrors, durations, locations, received } = shared;
  return Object.assign({ ...own, checkErrors, durations, locations, received }, ...ofParts);
}

/** The parts whose texts are loaded in each language that is chosen. */
const loadedParts = new Set<TextPart>();

/**
 * Loads a page together with the texts that only it has, in the current language and with each one chosen later. Before
 * translation starts they are loaded with the others.
 */
export function withTexts<Page>(part: TextPart, load: () => Promise<Page>): () => Promise<Page> {
  return async () => (await Promise.all([load(), loadTextPart(part)]))[0];
}

/** Loads the texts of a part for what is not a page, as `withTexts` does. */
export async function loadTextPart(part: TextPart): Promise<void> {
  loadedParts.add(part);
  for (let language: Language | null = null; i18n.language && language !== languageOf(i18n.language); ) {
    language = languageOf(i18n.language);
    i18n.addResourceBundle(language, 'translation', await partLocaleFile(part, language));
  }
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
