import { READ_RATE, WRITE_RATE } from '@farwatch/core/values/token-bucket';
import express, { type Express, type RequestHandler } from 'express';
import type { Auth } from 'firebase-admin/auth';
import type { Run } from '../../platform/db/run.ts';
import { type AnswerCache, answerCache } from '../../platform/http/answer-cache.ts';
import { authenticate, VISITOR } from '../../platform/http/authenticate.ts';
import { type CallerTurns, callerTurns } from '../../platform/http/caller-turns.ts';
import { ApiError, answerError } from '../../platform/http/errors.ts';
import { cors, jsonBody, setPrivateHeaders } from '../../platform/http/middleware.ts';
import { type RequestLimit, requestLimit } from '../../platform/http/request-limit.ts';
import type { Route } from '../../platform/http/route.ts';
import { visitorLimit } from '../../platform/http/visitor-limit.ts';
import { lineEvents } from './line/line-events.ts';
import { mailPages } from './mail-pages.ts';
import { answerDescription } from './openapi.ts';
import { ROUTES } from './routes.ts';

type ApiDeps = { newRun: () => Run; auth: Auth };
export type ApiApp = Express;

/** What an instance keeps between requests. */
type Memory = {
  reads: RequestLimit;
  writes: RequestLimit;
  visitors: ReturnType<typeof visitorLimit>;
  turns: CallerTurns;
  answers: AnswerCache;
};

/** A page that loads makes up to eight calls, and an instance is given 40 calls at a time. */
const TURNS = { atOnce: 4, waiting: 16 };

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
  const memory = {
    reads: requestLimit(READ_RATE),
    writes: requestLimit(WRITE_RATE),
    visitors: visitorLimit(READ_RATE),
    turns: callerTurns(TURNS),
    answers: answerCache(),
  };
  for (const route of ROUTES) router[route.call.method](route.call.path, handle(route, deps, memory));
  app.use('/api', router);
  app.use(router);
  app.use(() => {
    throw new ApiError('not_found');
  });
  app.use(answerError);
  return app;
}

function handle(route: Route, { newRun, auth }: ApiDeps, memory: Memory): RequestHandler {
  const { method, status } = route.call;
  const own = route.rate && requestLimit(route.rate);
  return async (request, response) => {
    const isPublic = route.call.role === 'anyone';
    const caller = isPublic ? VISITOR : await authenticate(auth, request.headers);
    const run = { ...newRun(), auth };
    if (isPublic) memory.visitors.take(request, run.nowMs);
    else (method === 'get' ? memory.reads : memory.writes).take(caller.uid, run.nowMs);
    own?.take(caller.uid, run.nowMs);
    // Express 4, which may have parsed the request before, nests query objects; these are flat strings.
    const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
    const { params, headers } = request;
    const raw = { params, query, body: request.body as unknown, headers };
    const answer = () => route.answer(run, caller, raw);
    const cached = () => memory.answers.answer({ route, caller, raw, nowMs: run.nowMs }, answer);
    response.status(status).json(await (isPublic ? cached() : memory.turns.take(caller.uid, cached)));
  };
}
