import type { Texts } from '@farwatch/core/texts/texts';
import type en from './locales/en.json';
import type siteEn from './locales/site-en.json';

/** The app's texts, with those shared with the server. */
export type AppTexts = typeof en & Pick<Texts, 'checkErrors' | 'locations'>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    /** `site`: the public pages' texts, which the app does not load. */
    resources: { translation: AppTexts; site: typeof siteEn };
  }
}
