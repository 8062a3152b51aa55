import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language, languageOf, tagOf } from '@farwatch/core/values/languages';
import i18n, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored } from '../browser/storage.ts';
import { reloadForMissingPage } from '../parts/new-version.ts';
import { retryLoad } from '../parts/retry-load.ts';
import { textsOf } from './i18n.ts';
import { DIGITS, INTERPOLATION, LANGUAGE_KEY } from './languages.ts';

function showLanguage(code: string) {
  document.documentElement.lang = tagOf(languageOf(code));
}

/** Each language's texts are a separate script. With two parameters, i18next expects `read` to return a promise. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (code, _namespace) => loadTexts(languageOf(code)),
};

/** Retries until it succeeds or a new version is loaded, because the app cannot be shown without texts. */
function loadTexts(language: Language) {
  const load = () => textsOf(language);
  return load().catch(() =>
    retryLoad(load, new AbortController().signal, () => void reloadForMissingPage(!navigator.onLine)),
  );
}

/** Returns the language in the address, else the one chosen before, else the browser's; as in public/enter.js. */
function firstLanguage(): Language {
  const requested = new URLSearchParams(window.location.search).get('lng');
  const inCookie = /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1];
  const chosen = inCookie ?? readStored('local', LANGUAGE_KEY) ?? readStored('session', LANGUAGE_KEY);
  return languageOf(requested ?? chosen ?? navigator.language);
}

/** Starts translation in the visitor's language. Throws if its texts cannot be loaded. */
export async function startTranslation() {
  i18n.on('languageChanged', showLanguage);
  await i18n
    .use(backend)
    .use(DIGITS)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      supportedLngs: LANGUAGE_CODES,
      // Each language has all texts, so none needs a fallback.
      fallbackLng: (code) => (code ? [] : [DEFAULT_LANGUAGE]),
      interpolation: INTERPOLATION,
    });
  if (!i18n.hasResourceBundle(i18n.language, 'translation')) throw new Error('The texts cannot be loaded.');
}
