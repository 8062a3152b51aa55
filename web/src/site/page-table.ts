/** A public page. */
export type PageEntry = {
  /** Its address in the default language, without the leading slash. */
  path: string;
  /** How render.tsx renders it. */
  layout: 'landing' | 'text';
  inFooter: boolean;
  inSitemap: boolean;
};

/**
 * Every public page by its name. To add one, add an entry here and its texts to locales/site-*.json: `meta`, and
 * `pages` if its layout is `text`.
 */
export const PAGES = {
  landing: { path: '', layout: 'landing', inFooter: false, inSitemap: true },
  privacy: { path: 'privacy', layout: 'text', inFooter: true, inSitemap: true },
  terms: { path: 'terms', layout: 'text', inFooter: true, inSitemap: true },
  checks: { path: 'checks', layout: 'text', inFooter: true, inSitemap: true },
} as const satisfies Record<string, PageEntry>;
