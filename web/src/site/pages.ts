import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '@farwatch/core/languages';

/** The public pages: separate documents that are readable without scripts. */
const PAGE_KINDS = ['landing', 'privacy', 'terms'] as const;
type PageKind = (typeof PAGE_KINDS)[number];
export type PublicPage = { kind: PageKind; language: Language };

/** All public pages in all languages. */
export const PUBLIC_PAGES: readonly PublicPage[] = LANGUAGE_CODES.flatMap((language) =>
  PAGE_KINDS.map((kind) => ({ kind, language })),
);

/** The page's address: English at the root, any other language under its code. */
export function pathOf({ kind, language }: PublicPage): string {
  const root = language === DEFAULT_LANGUAGE ? '/' : `/${language}/`;
  return kind === 'landing' ? root : `${root}${kind}`;
}

/** The file that Hosting serves at the page's address, relative to its folder. */
export function fileOf(page: PublicPage): string {
  const path = pathOf(page).slice(1);
  return page.kind === 'landing' ? `${path}index.html` : `${path}.html`;
}

/** The public page at an address, ignoring a trailing slash; undefined for the app's addresses. */
export function pageAt(pathname: string): PublicPage | undefined {
  const bare = (path: string) => path.replace(/\/$/, '');
  return PUBLIC_PAGES.find((page) => bare(pathOf(page)) === bare(pathname));
}
