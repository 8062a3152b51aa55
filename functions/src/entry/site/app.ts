import { type ShownComponent, shownGroups } from '@farwatch/core/decisions/status-page/component-days';
import { overallStatus, shownStatus } from '@farwatch/core/decisions/status-page/shown-status';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS, type StatusPageTexts } from '@farwatch/core/texts/status-page/status-page-texts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '@farwatch/core/values/languages';
import type { OverallStatus } from '@farwatch/core/values/status-page/overall-status';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { error as logError } from 'firebase-functions/logger';
import { isPassword } from '../../domain/pages/password.ts';
import { pages } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { visitorNetwork } from '../../platform/http/caller-address.ts';
import { ApiError, loggedPath } from '../../platform/http/errors.ts';
import { sendMessage, sendMissing } from './answer.ts';
import { CLOSED_POLICY, COMMON_HEADERS, MISSING_STORED, NOT_STORED, SHORTLY_STORED } from './answer-headers.ts';
import { BADGE_COLORS, type BadgeQuery, type BadgeRange, badgeQuerySchema, renderBadge } from './badge.ts';
import { FEED_TYPES, type FeedKind, renderFeed } from './feeds.ts';
import { formBody, formOf, languageIn } from './form-body.ts';
import { formatPercent } from './format.ts';
import { answerIncident, answerLogo, answerMonth, answerPage, askPassword, type PageRequest } from './page-routes.ts';
import { pathOf } from './page-view.ts';
import { answerReport } from './report.ts';
import { findSnapshot, newSite, type Site, viewOf } from './site.ts';
import { statusJson } from './status-json.ts';
import { answerConfirm, answerSubscribe, answerUnsubscribe } from './subscribers/routes.ts';
import { signVisit, visitCookie } from './visit.ts';

export type StatusSite = Express;

/** The function `statusSite` as an Express application: `/status/…` and `/badge/…` (docs/status-site.md). */
export function statusSiteApp(deps: { newRun: () => Run; env: NodeJS.ProcessEnv }): StatusSite {
  const site = newSite(deps);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    response.set({ ...COMMON_HEADERS, 'Cache-Control': NOT_STORED });
    next();
  });
  app.get('/badge/:file', (request, response) => badge(site, request, response, null));
  app.get('/badge/:slug/:file', (request, response) => badge(site, request, response, request.params.slug));
  app.use('/status/:slug', formBody, (request, response) => answer(site, request, response));
  app.use((request, response) => sendMissing(request, response));
  app.use(answerError);
  return app;
}

async function badge(site: Site, request: Request, response: Response, slug: string | null): Promise<void> {
  const name = String(request.params.file).replace(/\.svg$/, '');
  const target = { run: site.newRun(), slug: slug ?? name, language: null, request, response };
  await answerBadge(site, target, slug === null ? null : name);
}

const DATA_KINDS = ['json', ...(Object.keys(FEED_TYPES) as FeedKind[])] as const;

/** `/status/{slug}` and what is below it: first the language, if there is one, then a name and a value. */
async function answer(site: Site, request: Request, response: Response): Promise<void> {
  const [name = '', extension] = String(request.params.slug).split('.', 2);
  const below = request.path.split('/').filter((part) => part !== '');
  const language = LANGUAGE_CODES.find((each) => each === below[0]) ?? null;
  const [what = '', value = '', ...rest] = language === null ? below : below.slice(1);
  const target = { run: site.newRun(), slug: name, language, request, response };
  const data = DATA_KINDS.find((kind) => kind === extension);
  if (data && below.length === 0 && isRead(request)) return answerData(site, target, data);
  if (extension !== undefined || rest.length > 0) return sendMissing(request, response);
  const handle = (isRead(request) ? reads(site, target, value) : posts(site, target, value))[what];
  return handle ? handle() : sendMissing(request, response, isRead(request) ? undefined : NOT_STORED);
}

type Handlers = Partial<Record<string, () => Promise<void>>>;

function reads(site: Site, target: PageRequest, value: string): Handlers {
  if (value === '') return { '': () => answerPage(site, target), report: () => answerReport(site, target) };
  return {
    incidents: () => answerIncident(site, target, value),
    history: () => answerMonth(site, target, value),
    logo: () => answerLogo(site, target, value),
    confirm: () => answerConfirm(site, target, value),
    unsubscribe: () => answerUnsubscribe(site, target, value),
  };
}

function posts(site: Site, target: PageRequest, value: string): Handlers {
  if (target.request.method !== 'POST') return {};
  if (value !== '') {
    return {
      confirm: () => answerConfirm(site, target, value),
      unsubscribe: () => answerUnsubscribe(site, target, value),
    };
  }
  return {
    password: () => answerPassword(site, target),
    subscribe: () => answerSubscribe(site, target),
    report: () => answerReport(site, target),
  };
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A page with the error. It is not stored, so that the CDN requests it again. */
const answerError: ErrorRequestHandler = (thrown, request, response, _next) => {
  if (thrown instanceof ApiError && thrown.code === 'too_many_requests') {
    response.setHeader('Retry-After', String(thrown.retryAfterSec ?? 60));
    return sendMessage(request, response, { name: 'tooMany', status: 429 });
  }
  if (thrown instanceof URIError || (thrown instanceof ApiError && thrown.code === 'too_large')) {
    return sendMissing(request, response, NOT_STORED);
  }
  logError(`${request.method} ${loggedPath(request.path)}`, thrown);
  response.setHeader('Retry-After', '30');
  sendMessage(request, response, { name: 'failed', status: 503 });
};

type DataKind = (typeof DATA_KINDS)[number];

/** Answers with a page's feed or JSON. Of a page with a password there are none. */
async function answerData(site: Site, target: PageRequest, kind: DataKind): Promise<void> {
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
async function answerBadge(site: Site, target: PageRequest, key: string | null): Promise<void> {
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

type Content = { label: string; value: string; color: string };

const FIELDS = { '24h': 'hours24', '7d': 'days7', '30d': 'days30', '90d': 'days90' } as const satisfies Record<
  BadgeRange,
  keyof ShownComponent['uptime']
>;
const OVERALL_COLORS: Record<OverallStatus, string> = {
  up: BADGE_COLORS.up,
  someUnknown: BADGE_COLORS.unknown,
  unknown: BADGE_COLORS.unknown,
  maintenance: BADGE_COLORS.maintenance,
  incident: BADGE_COLORS.partial,
  partial: BADGE_COLORS.partial,
  someDown: BADGE_COLORS.down,
  allDown: BADGE_COLORS.down,
};
/** Uptime from which a badge is green, and from which amber, percent. */
const [GOOD, FAIR] = [99.5, 98];

/**
 * The content of the badge of a page, or of one of its components; null if there is no such component or the page does not show
 * that value. Of a page, uptime and response time are the means of its components.
 */
export function badgeContent(
  snapshot: Snapshot,
  { key, query, nowMs }: { key: string | null; query: BadgeQuery; nowMs: number },
): Content | null {
  const all = shownGroups(snapshot, nowMs).flatMap(({ components }) => components);
  const shown = key === null ? all : all.filter((each) => each.key === key);
  const [only] = shown;
  if (key !== null && !only) return null;
  const texts = STATUS_PAGE_TEXTS[query.language ?? snapshot.language];
  const content = contentOf(snapshot, { query, texts, shown, only: key === null ? null : (only ?? null), nowMs });
  if (content === null) return null;
  const { label = content.label } = query;
  return { ...content, label, color: query.color === undefined ? content.color : `#${query.color}` };
}

/** `only`: the component that the badge is about, null for the page. */
type Subject = {
  query: BadgeQuery;
  texts: StatusPageTexts;
  shown: readonly ShownComponent[];
  only: ShownComponent | null;
  nowMs: number;
};

function contentOf(snapshot: Snapshot, { query, texts, shown, only, nowMs }: Subject): Content | null {
  const { badge } = texts;
  if (query.type === 'uptime') {
    if (!snapshot.showsUptime) return null;
    const value = meanOf(shown.map(({ uptime }) => uptime[FIELDS[query.range]]));
    return valueContent(badge.uptime[query.range], value, { texts, write: formatPercent, color: uptimeColor });
  }
  if (query.type === 'response') {
    if (!snapshot.showsResponseTime) return null;
    const value = meanOf(shown.map(({ responseMs }) => responseMs));
    const write = (ms: number) => `${Math.round(ms)} ms`;
    return valueContent(badge.response, value, { texts, write, color: () => BADGE_COLORS.up });
  }
  if (only === null) {
    const overall = overallStatus(snapshot, nowMs);
    return { label: badge.label, value: texts.overall[overall], color: OVERALL_COLORS[overall] };
  }
  const status = shownStatus(only, snapshot.maintenance, nowMs);
  const color = status === 'paused' ? BADGE_COLORS.unknown : BADGE_COLORS[status];
  return { label: only.name, value: texts.component[status], color };
}

type Writing = { texts: StatusPageTexts; write(value: number): string; color(value: number): string };

function valueContent(label: string, value: number | null, { texts, write, color }: Writing): Content {
  if (value === null) return { label, value: texts.badge.unknown, color: BADGE_COLORS.unknown };
  return { label, value: write(value), color: color(value) };
}

function uptimeColor(value: number): string {
  if (value >= GOOD) return BADGE_COLORS.up;
  return value >= FAIR ? BADGE_COLORS.partial : BADGE_COLORS.down;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}

const passwordFields = pages.pick('passwordHash', 'passwordVersion');

/** Checks the password that a visitor gave, and opens the page for 12 hours with a cookie. */
async function answerPassword(site: Site, { run, slug, request, response }: PageRequest): Promise<void> {
  const found = await findSnapshot(site, request, run, slug);
  if (!found) return sendMissing(request, response, NOT_STORED);
  const { snapshot } = found;
  const form = formOf(request);
  const language = languageIn(form, snapshot.language);
  const path = pathOf(slug, { language, own: snapshot.language });
  response.setHeader('Cache-Control', NOT_STORED);
  if (snapshot.access !== 'password') return response.redirect(303, path);
  site.limits.passwords.take(request, run.nowMs);
  // So that nobody locks a page for everybody: those who have not tried yet always can.
  const isFirst = site.limits.firstPasswords.allows(`${slug} ${visitorNetwork(request)}`, run.nowMs);
  if (!isFirst) site.limits.pagePasswords.take(slug, run.nowMs);
  const [page] = await passwordFields.getAll(run.db, pages.ref(run.db, slug));
  const given = form.get('password') ?? '';
  if (!page?.passwordHash || !(await isPassword(given, page.passwordHash))) {
    return askPassword(response, { snapshot, slug, language }, true);
  }
  response.setHeader('Set-Cookie', visitCookie(slug, await signVisit(run, slug, page.passwordVersion)));
  response.redirect(303, path);
}
