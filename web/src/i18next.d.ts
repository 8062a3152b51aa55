import type en from './locales/en.json';
import type siteEn from './locales/site-en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    /** `site`: the public pages' texts, which the app does not load. */
    resources: { translation: typeof en; site: typeof siteEn };
  }
}
