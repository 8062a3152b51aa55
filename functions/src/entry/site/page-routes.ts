import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import type { Language } from '@farwatch/core/values/languages';
import { wallClock } from '@farwatch/core/values/zone';
import type { Request, Response } from 'express';
import type { Run } from '../../platform/db/run.ts';
import { sendMissing, sendOwnMessage, sendPage, storedFor } from './answer.ts';
import { LONG_STORED, MISSING_STORED, NOT_STORED, SHORTLY_STORED } from './answer-headers.ts';
import { oldestMonth, renderIncident, renderMonth } from './history-page.ts';
import { passwordForm } from './message-page.ts';
import type { PageView } from './page-view.ts';
import { incidentKey, monthKey } from './read-below.ts';
import { renderPage } from './render-page.ts';
import { findSnapshot, openPage, type Site, viewOf } from './site.ts';

/** `language`: null for the page's own. */
export type PageRequest = { run: Run; slug: string; language: Language | null; request: Request; response: Response };

/** What a page is made of; null if it does not exist. */
type Render = (snapshot: Snapshot, view: PageView) => Promise<string | null> | string | null;

/** Answers with a page that is rendered, the form for its password, or that it does not exist. */
export async function answerPage(site: Site, target: PageRequest, render: Render = renderPage): Promise<void> {
  const { run, slug, request, response } = target;
  const page = await openPage(site, request, { run, slug });
  if (!page) return sendMissing(request, response);
  const { snapshot } = page;
  const language = target.language ?? snapshot.language;
  if ('locked' in page) return askPassword(response, { snapshot, slug, language }, false);
  const document = await render(snapshot, viewOf(site, { run, slug, language, page }));
  const { accent } = snapshot;
  if (document === null) return sendMissing(request, response, storedFor(snapshot, MISSING_STORED));
  if (snapshot.access !== 'public') response.setHeader('X-Robots-Tag', 'noindex');
  const embedding = snapshot.access === 'password' ? 'nobody' : snapshot.embedding;
  sendPage(response, document, { language, accent, embedding, stored: storedFor(snapshot, SHORTLY_STORED) });
}

/** The form for a page's password. It shows nothing of the page. */
export function askPassword(
  response: Response,
  { snapshot, slug, language }: { snapshot: Snapshot; slug: string; language: Language },
  isWrong: boolean,
): void {
  const { password } = STATUS_PAGE_TEXTS[language];
  const form = passwordForm(slug, language, isWrong);
  const named = { snapshot: { ...snapshot, accent: null }, slug, language };
  sendOwnMessage(response, named, { text: password, form, status: isWrong ? 403 : 200, hasBack: false, below: '' });
}

export function answerIncident(site: Site, target: PageRequest, id: string): Promise<void> {
  const { run, slug, request } = target;
  return answerPage(site, target, async (snapshot, view) => {
    const recent = snapshot.incidents.find((each) => each.id === id);
    if (recent && !recent.isCut) return renderIncident(snapshot, view, recent);
    const key = incidentKey(slug, id);
    if (!site.incidents.isKnown(key, run.nowMs)) site.limits.reads.take(request, run.nowMs);
    const { value, confirmedAtMs } = await site.incidents.get(key, run.nowMs);
    return value && renderIncident(snapshot, { ...view, confirmedAtMs }, value);
  });
}

/** `month`: as in the address, of which those exist whose incidents are kept, up to the current one. */
export function answerMonth(site: Site, target: PageRequest, month: string): Promise<void> {
  const { run, slug, request } = target;
  return answerPage(site, target, async (snapshot, view) => {
    const now = wallClock(snapshot.timeZone).at(run.nowMs).date.slice(0, 7);
    if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month) || month > now || month < oldestMonth(snapshot, run.nowMs)) return null;
    const key = monthKey(slug, month, snapshot.timeZone);
    if (!site.months.isKnown(key, run.nowMs)) site.limits.reads.take(request, run.nowMs);
    const { value, confirmedAtMs } = await site.months.get(key, run.nowMs);
    return renderMonth(snapshot, { ...view, confirmedAtMs }, { month, incidents: value ?? [] });
  });
}

/**
 * A logo, by the tag that the page names. Also that of a page with a password, for which a page in a sandbox sends no
 * cookie: only visitors of the page know the tag.
 */
export async function answerLogo(
  site: Site,
  { run, slug, request, response }: PageRequest,
  tag: string,
): Promise<void> {
  const found = await findSnapshot(site, request, run, slug);
  if (found?.snapshot.logoTag !== tag) return sendMissing(request, response);
  const { value } = await site.logos.get(`${slug} ${tag}`, run.nowMs);
  if (!value) return sendMissing(request, response, NOT_STORED);
  response.set({ 'Cache-Control': LONG_STORED, 'Content-Security-Policy': "default-src 'none'; sandbox" });
  response.type(value.type).send(Buffer.from(value.bytes));
}
