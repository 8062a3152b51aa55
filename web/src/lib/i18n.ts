import { type Language, languageSchema } from '@farwatch/core/documents/user';
import i18n from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next, useTranslation } from 'react-i18next';
import cn from '../locales/cn.json';
import en from '../locales/en.json';

const STORAGE_KEY = 'language';
const HTML_LANG: Record<Language, string> = { en: 'en', cn: 'zh-CN' };

/** The app's language for a detected code: `zh-*` is cn (design 8), everything else that is not cn is en. */
export function languageOf(code: string): Language {
  return /^(cn|zh)\b/i.test(code) ? 'cn' : 'en';
}

function showLanguage(code: string) {
  document.documentElement.lang = HTML_LANG[languageOf(code)];
}

/** Starts translation with the bundled texts, in the language found in the order of spec 9. */
export async function startTranslation() {
  i18n.on('languageChanged', showLanguage);
  await i18n
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      resources: { en: { translation: en }, cn: { translation: cn } },
      supportedLngs: languageSchema.options,
      fallbackLng: 'en',
      interpolation: { escapeValue: false },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: STORAGE_KEY,
        lookupLocalStorage: STORAGE_KEY,
        lookupSessionStorage: STORAGE_KEY,
        caches: [],
        convertDetectedLanguage: languageOf,
      },
    });
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
