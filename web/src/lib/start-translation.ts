import { type Language, languageSchema } from '@farwatch/core/documents/user';
import i18n from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import cn from '../locales/cn.json';
import en from '../locales/en.json';
import { languageOf, STORAGE_KEY } from './i18n.ts';

const HTML_LANG: Record<Language, string> = { en: 'en', cn: 'zh-CN' };

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
