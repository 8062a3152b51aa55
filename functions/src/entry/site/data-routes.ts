import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { error as logError } from 'firebase-functions/logger';
import { CLOSED_POLICY, MISSING_STORED, NOT_STORED, SHORTLY_STORED } from './answer-headers.ts';
import { BADGE_COLORS, badgeQuerySchema, renderBadge } from './badge.ts';
import { badgeContent } from './badge-content.ts';
import { FEED_TYPES, type FeedKind, renderFeed } from './feeds.ts';
import type { PageRequest } from './page-routes.ts';
import { findSnapshot, type Site, viewOf } from './site.ts';
import { statusJson } from './status-json.ts';

export const DATA_KINDS = ['json', ...(Object.keys(FEED_TYPES) as FeedKind[])] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Answers with a page's feed or JSON. Of a page with a password there are none. */
export async function answerData(site: Site, target: PageRequest, kind: DataKind): Promise<void> {
  const { run, slug, request, response } = target;
  response.set({ 'Access-Control-Allow-Origin': '*', 'Content-Security-Policy': CLOSED_POLICY });
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  const found = visibleOf(await findSnapshot(site, request, run, slug));
  if (!found) {
    response.status(404).set('Cache-Control', MISSING_STORED);
    if (kind === 'json') response.json({ error: 'not found' });
    else response.type('text').send('not found');
    return;
  }
  const { snapshot } = found;
  response.setHeader('Cache-Control', SHORTLY_STORED);
  if (snapshot.access !== 'public') response.setHeader('X-Robots-Tag', 'noindex');
  const view = viewOf(site, { run, slug, language: snapshot.language, page: { ...found, visit: null } });
  if (kind === 'json') response.json(statusJson(snapshot, view));
  else response.type(FEED_TYPES[kind]).send(renderFeed(snapshot, view, kind));
}

/** Answers with a badge of a page or of its component `key`. An error is a badge, too. */
export async function answerBadge(site: Site, target: PageRequest, key: string | null): Promise<void> {
  const { run, slug, request, response } = target;
  response.set({ 'Access-Control-Allow-Origin': '*', 'Content-Security-Policy': CLOSED_POLICY });
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.type('image/svg+xml');
  const query = badgeQuerySchema.safeParse(queryOf(request.url));
  if (!query.success) {
    response.status(400).set('Cache-Control', MISSING_STORED).send(errorBadge('invalid badge'));
    return;
  }
  try {
    const found = visibleOf(await findSnapshot(site, request, run, slug));
    const content = found && badgeContent(found.snapshot, { key, query: query.data, nowMs: run.nowMs });
    response.status(content ? 200 : 404).set('Cache-Control', content ? SHORTLY_STORED : MISSING_STORED);
    response.send(content ? renderBadge(content) : errorBadge('not found'));
  } catch (error) {
    logError(`badge of ${slug}`, error);
    const { unknown } = STATUS_PAGE_TEXTS[query.data.language ?? DEFAULT_LANGUAGE].badge;
    response.status(503).set('Cache-Control', NOT_STORED).send(errorBadge(unknown));
  }
}

function errorBadge(value: string): string {
  return renderBadge({ label: 'Farwatch', value, color: BADGE_COLORS.unknown });
}

function visibleOf<Found extends { snapshot: Snapshot }>(found: Found | null): Found | null {
  return found?.snapshot.access === 'password' ? null : found;
}

function queryOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url, 'http://localhost').searchParams);
}
