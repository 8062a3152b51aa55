import type { Language } from '@farwatch/core/documents/user';
import i18n from 'i18next';
import { useTranslation } from 'react-i18next';

/** Where a chosen language is remembered, in local storage. */
export const STORAGE_KEY = 'language';

/** The app's language for a detected code: `zh-*` is cn (design 8), everything else that is not cn is en. */
export function languageOf(code: string): Language {
  return /^(cn|zh)\b/i.test(code) ? 'cn' : 'en';
}

/** Switches the language and remembers it under `language` (spec 2). */
export async function chooseLanguage(language: Language) {
  try {
    localStorage.setItem(STORAGE_KEY, language);
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
