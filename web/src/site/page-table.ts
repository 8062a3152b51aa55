import { LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';

/** A public page. */
export type PageEntry = {
  /** Its address in the default language, without the leading slash. */
  path: string;
  /** How render.tsx renders it. */
  layout: 'landing' | 'text' | 'api';
  /** The languages that it is written in; pages in others link to it in the default one. */
  languages: readonly Language[];
  inFooter: boolean;
  inSitemap: boolean;
};

/**
 * Every public page by its name. To add one, add an entry here and its texts to locales/site-*.json: `meta`, and
 * `pages` if its layout is `text`.
 */
export const PAGES = {
  landing: { path: '', layout: 'landing', languages: LANGUAGE_CODES, inFooter: false, inSitemap: true },
  privacy: { path: 'privacy', layout: 'text', languages: LANGUAGE_CODES, inFooter: true, inSitemap: true },
  terms: { path: 'terms', layout: 'text', languages: LANGUAGE_CODES, inFooter: true, inSitemap: true },
  checks: { path: 'checks', layout: 'text', languages: LANGUAGE_CODES, inFooter: true, inSitemap: true },
  api: { path: 'docs/api', layout: 'api', languages: ['en'], inFooter: true, inSitemap: true },
} as const satisfies Record<string, PageEntry>;
