import type { Language } from '@farwatch/core/values/languages';
import i18next, { type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DIGITS, INTERPOLATION } from '../lib/i18n/languages.ts';

/** Texts of one language, by namespace. */
export type PageTexts = Resource[string];

/** A separate i18next instance for one public page, initialized synchronously. */
export function translationOf(language: Language, texts: PageTexts): i18n {
  const translation = i18next.createInstance();
  void translation
    .use(DIGITS)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: [language],
      resources: { [language]: texts },
      interpolation: INTERPOLATION,
      initAsync: false,
    });
  return translation;
}
