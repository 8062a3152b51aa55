import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import { PAGES, type PageEntry } from './page-table.ts';

type PageName = keyof typeof PAGES;
export type TextPageName = {
  [Name in PageName]: (typeof PAGES)[Name]['layout'] extends 'text' ? Name : never;
}[PageName];
/** A public page in one language: a document of its own that is readable without scripts. */
export type PublicPage = { name: PageName; language: Language };

const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** All public pages in all languages. */
export const PUBLIC_PAGES: readonly PublicPage[] = LANGUAGE_CODES.flatMap((language) =>
  PAGE_NAMES.filter((name) => entryOf(name).languages.includes(language)).map((name) => ({ name, language })),
);

/** The pages that the footer links to. */
export const FOOTER_PAGES = PAGE_NAMES.filter(
  (name): name is Exclude<PageName, 'landing'> => name !== 'landing' && entryOf(name).inFooter,
);

/** The page's entry in the table. */
export function entryOf(name: PageName): PageEntry {
  return PAGES[name];
}

/** Whether the page consists of the sections in its texts. */
export function isTextPage(name: PageName): name is TextPageName {
  return entryOf(name).layout === 'text';
}

/** The page's address: the default language, and a page that is only in that, at the root, any other under its code. */
export function pathOf({ name, language }: PublicPage): string {
  const isOwn = language !== DEFAULT_LANGUAGE && entryOf(name).languages.includes(language);
  const root = isOwn ? `/${language}/` : '/';
  return root + entryOf(name).path;
}

/** The file that Hosting serves at the page's address, relative to its folder. */
export function fileOf(page: PublicPage): string {
  const path = pathOf(page).slice(1);
  return path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`;
}

/** The public page at an address, ignoring a trailing slash; undefined for the app's addresses. */
export function pageAt(pathname: string): PublicPage | undefined {
  const bare = (path: string) => path.replace(/\/$/, '');
  return PUBLIC_PAGES.find((page) => bare(pathOf(page)) === bare(pathname));
}
