import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS, type StatusPageTexts } from '@farwatch/core/texts/status-page/status-page-texts';
import type { Language } from '@farwatch/core/values/languages';
import { type Format, formatOf } from './format.ts';
import { type Html, html } from './html.ts';

/**
 * What a page is rendered for. `origin`: of the site, without a slash at the end. `confirmedAtMs`: when the snapshot was
 * last read. `isPreview`: nothing can be sent. `logo`: the data URL of a picture that its address may not show yet. `sendsMail`: whether this installation can. `visit`: proves in forms that
 * the visitor gave the password.
 */
export type PageView = {
  slug: string;
  origin: string;
  language: Language;
  nowMs: number;
  confirmedAtMs: number;
  isPreview?: boolean;
  logo?: string | null;
  sendsMail?: boolean;
  visit?: string | null;
};

/** All that parts of a page need. */
export type PageContext = { snapshot: Snapshot; view: PageView; texts: StatusPageTexts; format: Format };

export function contextOf(snapshot: Snapshot, view: PageView): PageContext {
  const texts = STATUS_PAGE_TEXTS[view.language];
  return { snapshot, view, texts, format: formatOf(view.language, snapshot.timeZone) };
}

/**
 * The attribute of links and forms whose answers are in no frame: they open a tab of their own from any page that may be
 * embedded, since caches keep one document for frames and visitors.
 */
export function ownTab({ access, embedding }: Pick<Snapshot, 'access' | 'embedding'>): Html | null {
  return access === 'password' || embedding === 'nobody' ? null : html` target="_blank"`;
}

/** The address of a page, or of what is below it, such as `/history/2026-11`. The page's own language has no part. */
export function pathOf(
  slug: string,
  { language, own, below = '' }: { language: Language; own: Language; below?: string },
): string {
  return `/status/${slug}${language === own ? '' : `/${language}`}${below}`;
}

/** The address of something below this page in its language. */
export function pathBelow({ snapshot, view }: Pick<PageContext, 'snapshot' | 'view'>, below = ''): string {
  return pathOf(view.slug, { language: view.language, own: snapshot.language, below });
}
