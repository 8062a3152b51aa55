import type { Language } from '@farwatch/core/documents/user';
import i18n from 'i18next';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_KEY, languageOf } from './languages.ts';

const TEXTS = {
  en: () => import('../locales/en.json'),
  cn: () => import('../locales/cn.json'),
} as const;

/** A language's texts, loaded once. Throws if they cannot be loaded. */
export async function textsOf(language: Language) {
  return (await TEXTS[language]()).default;
}

/**
 * Switches the language and remembers it under `language`. Throws, and keeps the former one, if its texts cannot be
 * loaded.
 */
export async function chooseLanguage(language: Language) {
  await textsOf(language);
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    console.warn('The language cannot be remembered: this browser refuses local storage.');
  }
  await i18n.changeLanguage(language);
}

/** The language the app is shown in. */
export function useLanguage(): Language {
  const { i18n: current } = useTranslation();
  return languageOf(current.resolvedLanguage ?? 'en');
}
