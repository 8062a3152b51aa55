import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ApiCall } from '@farwatch/core/contracts/api/call';
import { API_KEY_PREFIX } from '@farwatch/core/values/api-key';
import { type Rate, READ_RATE, WRITE_RATE } from '@farwatch/core/values/token-bucket';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Auth } from 'firebase-admin/auth';
import { z } from 'zod';
import { type Activity, requestActivity } from '../../platform/db/activity.ts';
import type { Run } from '../../platform/db/run.ts';
import { deploySettings } from '../../platform/deploy-settings.ts';
import { type AnswerCache, answerCache } from '../../platform/http/answer-cache.ts';
import {
  authenticate,
  authenticateKey,
  bearerOf,
  type Caller,
  enterAccount,
  VISITOR,
} from '../../platform/http/authenticate.ts';
import { visitorAddress } from '../../platform/http/caller-address.ts';
import { type CallerTurns, callerTurns } from '../../platform/http/caller-turns.ts';
import { ApiError, answerError, fieldError } from '../../platform/http/errors.ts';
import { cors, jsonBody, setPrivateHeaders } from '../../platform/http/middleware.ts';
import { type RequestLimit, requestLimit } from '../../platform/http/request-limit.ts';
import type { ApiRun, RawInput, Route } from '../../platform/http/route.ts';
import { visitorLimit } from '../../platform/http/visitor-limit.ts';
import { lineEvents } from './line/line-events.ts';
import { mailPages } from './mail-pages.ts';
import { mcp } from './mcp.ts';
import { ROUTES } from './routes.ts';

type ApiDeps = { newRun: () => Run; auth: Auth };
export type ApiApp = Express;

/** What an instance keeps between requests. */
type Memory = {
  /** The limits of an account, and of each of its API keys. */
  reads: RequestLimit;
  writes: RequestLimit;
  keyReads: RequestLimit;
  keyWrites: RequestLimit;
  visitors: ReturnType<typeof visitorLimit>;
  turns: CallerTurns;
  answers: AnswerCache;
};

/** A page that loads makes up to eight calls, and an instance is given 40 calls at a time. */
const TURNS = { atOnce: 4, waiting: 16 };

let description: Promise<string> | undefined;

/** Answers the API's description without authentication; loaded and built on the first request. */
const answerDescription: RequestHandler = async (_request, response) => {
  description ??= describe();
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.type('application/json').send(await description);
};

async function describe(): Promise<string> {
  const [{ describeApi }, { textsOf }] = await Promise.all([
    import('@farwatch/core/texts/api-description'),
    import('@farwatch/core/texts/texts'),
  ]);
  return JSON.stringify(describeApi(await textsOf('en')));
}

/** The API as an Express application, with and without the prefix /api (docs/api.md). */
export function apiApp(deps: ApiDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(setPrivateHeaders, cors(process.env), jsonBody);
  const router = express.Router();
  router.get('/openapi.json', answerDescription);
  router.use(mailPages(deps.newRun));
  router.use(lineEvents(deps.newRun));
  const { keyReadsPerMinute, keyWritesPerMinute } = deploySettings(process.env);
  const memory = {
    reads: requestLimit(READ_RATE),
    writes: requestLimit(WRITE_RATE),
    keyReads: requestLimit(perMinute(keyReadsPerMinute)),
    keyWrites: requestLimit(perMinute(keyWritesPerMinute)),
    visitors: visitorLimit(READ_RATE),
    turns: callerTurns(TURNS),
    answers: answerCache(),
  };
  const newApiRun = () => ({ ...deps.newRun(), auth: deps.auth });
  const programOf = async (run: ApiRun, request: Request) => {
    const caller = await callerOf(run, request, memory);
    if (caller.key) memory.keyReads.take(caller.key.id, run.nowMs);
    return caller;
  };
  router.all('/mcp', mcp({ app, newRun: newApiRun, callerOf: programOf }));
  for (const route of ROUTES) router[route.call.method](route.call.path, handle(route, deps, memory));
  app.use('/api', router);
  app.use(router);
  app.use(() => {
    throw new ApiError('not_found');
  });
  app.use(answerError);
  return app;
}

/** The activity of a request that changes something; null if its call changes nothing. */
function activityOf(
  { db, nowMs }: Run,
  { call }: Route,
  { uid, accountId, displayName, email, key }: Caller,
  { params, body }: Pick<RawInput, 'params' | 'body'>,
  request: Request,
): Activity | null {
  const { changes, method, path, isRepeatable } = call;
  if (!changes) return null;
  const person = { kind: 'person', id: uid, name: displayName || email } as const;
  const { id = '', slug = id } = params as { id?: string; slug?: string };
  const idempotencyKey = isRepeatable ? idempotencyKeyOf(request) : null;
  return requestActivity({
    db,
    nowMs,
    ownerId: accountId || null,
    actor: uid === '' ? LINK : key ? { kind: 'key', id: key.id, name: key.name } : person,
    changes,
    address: visitorAddress(request),
    call: `${method} ${path}`,
    subject: {
      id: slug,
      name: '',
      fields: method === 'put' ? Object.keys(body ?? {}) : [],
      ...(isResume(call, body) && { action: 'resumed' }),
    },
    repeatable:
      idempotencyKey === null ? null : { key: idempotencyKey, content: `${request.path} ${JSON.stringify(body)}` },
  });
}

/** Whether a call that pauses is to resume. */
function isResume({ changes }: Pick<ApiCall, 'changes'>, body: unknown): boolean {
  return (
    changes?.[1] === 'paused' && typeof body === 'object' && body !== null && Reflect.get(body, 'paused') === false
  );
}

const LINK = { kind: 'link', id: '', name: '' } as const;

/** The header as the IETF's draft writes it, in quotes, or without; null if it is missing. Throws ApiError invalid. */
function idempotencyKeyOf(request: Request): string | null {
  const header = request.header('idempotency-key');
  if (header === undefined) return null;
  const [, key] = /^"?([\x21\x23-\x7e]{1,255})"?$/.exec(header.trim()) ?? [];
  if (key !== undefined) return key;
  const message = 'is not 1 to 255 visible ASCII characters';
  throw fieldError('Idempotency-Key', message);
}

/** Names the next page of a list that is read by a cursor, as programs follow it (RFC 8288). */
function linkNext({ path, url }: Request, response: Response, { query }: ApiCall, body: unknown): void {
  if (!(query instanceof z.ZodObject && 'cursor' in query.shape)) return;
  const { searchParams } = new URL(url, 'http://localhost');
  const isFull = Array.isArray(body) && body.length === Number(searchParams.get('limit'));
  // The page after a full one may be empty.
  const next: unknown = isFull ? Reflect.get(Object(body.at(-1)), 'id') : Reflect.get(Object(body), 'next');
  if (typeof next !== 'string') return;
  searchParams.set('cursor', next);
  response.setHeader('Link', `</api${path}?${searchParams}>; rel="next"`);
}

function perMinute(requests: number): Rate {
  return { burst: requests, perSec: requests / 60 };
}

function handle(route: Route, { newRun, auth }: ApiDeps, memory: Memory): RequestHandler {
  const { status, rate, isText } = route.call;
  const isPublic = route.call.scope === 'anyone';
  const own = rate && !isPublic ? requestLimit(rate) : null;
  const ownOfVisitors = rate && isPublic ? visitorLimit(rate) : null;
  return async (request, response) => {
    const run: ApiRun = { ...newRun(), auth };
    if (isPublic) memory.visitors.take(request, run.nowMs);
    const caller = isPublic
      ? VISITOR
      : await memberOf(run, await callerOf(run, request, memory), request, route.call, memory);
    if (!isPublic) takeTurn(route, caller, memory, run.nowMs, response);
    own?.take(caller.accountId, run.nowMs);
    ownOfVisitors?.take(request, run.nowMs);
    // Express 4, which may have parsed the request before, nests query objects; these are flat strings.
    const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
    const { params, headers } = request;
    const raw = { params, query, body: request.body as unknown, headers };
    const activity = activityOf(run, route, caller, raw, request);
    if (activity) run.activity = activity;
    const answer = () => route.answer(run, caller, raw);
    const cached = () => memory.answers.answer({ route, caller, raw, nowMs: run.nowMs }, answer);
    const first = await (isPublic ? cached() : memory.turns.take(caller.accountId, cached));
    const body = await route.completed(run, caller, raw, first);
    linkNext(request, response, route.call, body);
    response.status(status);
    if (isText) await sendText(request, response, body);
    else response.json(body);
  };
}

/** The caller in the account of the request. Who is no member counts for their address, since each costs a read. */
async function memberOf(
  run: ApiRun,
  caller: Caller,
  request: Request,
  { role }: ApiCall,
  { visitors }: Memory,
): Promise<Caller> {
  try {
    return await enterAccount(run, caller, request.header('x-account'), role);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_a_member') visitors.take(request, run.nowMs);
    throw error;
  }
}

/** Thousands of lines that are much alike are a tenth of it compressed. */
async function sendText(request: Request, response: Response, answer: unknown): Promise<void> {
  const { contentType, text } = answer as { contentType: string; text: string };
  response.setHeader('Content-Type', contentType).vary('Accept-Encoding');
  if (request.acceptsEncodings('gzip', 'identity') !== 'gzip') response.end(text);
  else response.setHeader('Content-Encoding', 'gzip').end(await promisify(gzip)(text));
}

/** The signed-in person, or the owner of an API key. Refused keys count for their address, since each costs a read. */
async function callerOf(run: ApiRun, request: Request, { visitors }: Memory): Promise<Caller> {
  const token = bearerOf(request.headers);
  if (!token?.startsWith(API_KEY_PREFIX)) return authenticate(run.auth, request.headers);
  try {
    return await authenticateKey(run, token, request.headers);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') visitors.take(request, run.nowMs);
    throw error;
  }
}

/**
 * Counts a request for the account, and for the key of a program, and answers the program with what is left of the key's limit,
 * a person of the account's (RateLimit header fields for HTTP, draft 10). Throws ApiError too_many_requests.
 */
function takeTurn(route: Route, { accountId, key }: Caller, memory: Memory, nowMs: number, response: Response): void {
  const [name, account, each] =
    route.call.method === 'get'
      ? (['read', memory.reads, memory.keyReads] as const)
      : (['write', memory.writes, memory.keyWrites] as const);
  const limit = key ? each : account;
  const { burst, perSec } = limit.rate;
  response.setHeader('RateLimit-Policy', `"${name}";q=${burst};w=${Math.ceil(burst / perSec)}`);
  const left = account.take(accountId, nowMs);
  const { requests, fullInSec } = key ? each.take(key.id, nowMs) : left;
  response.setHeader('RateLimit', `"${name}";r=${requests};t=${fullInSec}`);
}
