import type { Language } from '@farwatch/core/documents/user';

/** The public pages: separate documents that are readable without scripts. */
const PAGE_KINDS = ['landing', 'privacy', 'terms'] as const;
type PageKind = (typeof PAGE_KINDS)[number];
export type PublicPage = { kind: PageKind; language: Language };

/** The language tags for documents and search engines. */
export const HTML_LANGS: Record<Language, string> = { en: 'en', cn: 'zh-Hans' };

/** All public pages in all languages. */
export const PUBLIC_PAGES: readonly PublicPage[] = (['en', 'cn'] as const).flatMap((language) =>
  PAGE_KINDS.map((kind) => ({ kind, language })),
);

/** The page's address: English at the root, Chinese under /cn. */
export function pathOf({ kind, language }: PublicPage): string {
  const root = language === 'cn' ? '/cn/' : '/';
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
