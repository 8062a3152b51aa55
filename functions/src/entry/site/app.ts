import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { error as logError } from 'firebase-functions/logger';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { sendMessage, sendMissing } from './answer.ts';
import { COMMON_HEADERS, NOT_STORED } from './answer-headers.ts';
import { answerBadge, answerData, DATA_KINDS } from './data-routes.ts';
import { formBody } from './form-body.ts';
import { answerIncident, answerLogo, answerMonth, answerPage, type PageRequest } from './page-routes.ts';
import { answerPassword } from './password-routes.ts';
import { answerReport } from './report.ts';
import { newSite, type Site } from './site.ts';
import { answerConfirm, answerSubscribe, answerUnsubscribe } from './subscribers/routes.ts';

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
  logError(`${request.method} ${request.path}`, thrown);
  response.setHeader('Retry-After', '30');
  sendMessage(request, response, { name: 'failed', status: 503 });
};
