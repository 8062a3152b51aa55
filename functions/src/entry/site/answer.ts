import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { type Language, languageOf } from '@farwatch/core/values/languages';
import type { Embedding } from '@farwatch/core/values/status-page/page-fields';
import type { Request, Response } from 'express';
import { MISSING_STORED, NOT_STORED, pagePolicy } from './answer-headers.ts';
import type { Html } from './html.ts';
import { languageLinks } from './layout.ts';
import { messagePage } from './message-page.ts';
import { pathOf } from './page-view.ts';

/** What the caches keep of a page's answers: nothing if it has a password. */
export function storedFor({ access }: Pick<Snapshot, 'access'>, stored: string): string {
  return access === 'password' ? NOT_STORED : stored;
}

type Sent = { language: Language; accent?: string | null; stored: string; status?: number; embedding?: Embedding };

/** Sends a document. `stored`: the header Cache-Control. Other websites may embed it only with `embedding`. */
export function sendPage(
  response: Response,
  page: string,
  { language, accent = null, stored, status = 200, embedding = 'nobody' }: Sent,
): void {
  response.set({ 'Content-Security-Policy': pagePolicy(language, accent, embedding), 'Cache-Control': stored });
  // Where browsers know both, the policy would win; where they do not, the older header would refuse the page.
  if (embedding !== 'nobody') response.removeHeader('X-Frame-Options');
  response.status(status).type('html').send(page);
}

type MessageName = 'notFound' | 'expired' | 'unsubscribeExpired' | 'failed' | 'tooMany';

/** Sends a page with one message, in the visitor's language. `slug`: of the page that it links to. */
export function sendMessage(
  request: Request,
  response: Response,
  { name, status, stored = NOT_STORED, slug }: { name: MessageName; status: number; stored?: string; slug?: string },
): void {
  const language = languageOf(request.acceptsLanguages()[0] ?? '');
  response.vary('Accept-Language').setHeader('X-Robots-Tag', 'noindex');
  const texts = STATUS_PAGE_TEXTS[language];
  const back = slug === undefined ? null : { path: `/status/${slug}`, title: texts.back };
  sendPage(response, messagePage({ ...texts[name], language, back }), { language, stored, status });
}

export function sendMissing(request: Request, response: Response, stored = MISSING_STORED): void {
  sendMessage(request, response, { name: 'notFound', status: 404, stored });
}

/** A page's own message: after a form, or with one. No cache stores it. `below`: its address, if GET shows it. */
export function sendOwnMessage(
  response: Response,
  { snapshot, slug, language }: { snapshot: Pick<Snapshot, 'accent' | 'language'>; slug: string; language: Language },
  { text, form, status = 200, hasBack = true, below }: OwnMessage,
): void {
  const back = hasBack && {
    path: pathOf(slug, { language, own: snapshot.language }),
    title: STATUS_PAGE_TEXTS[language].back,
  };
  const { accent } = snapshot;
  response.setHeader('X-Robots-Tag', 'noindex');
  const languages = below === undefined ? null : languageLinks(slug, { language, own: snapshot.language, below });
  const page = messagePage({ ...text, language, accent, form: form ?? null, back: back || null, languages });
  sendPage(response, page, { language, accent, stored: NOT_STORED, status });
}

type OwnMessage = {
  text: { title: string; text: string };
  form?: Html;
  status?: number;
  hasBack?: boolean;
  below?: string;
};
