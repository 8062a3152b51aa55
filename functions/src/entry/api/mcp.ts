import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallApi, ToolContext } from '@farwatch/core/assistant/tool';
import { encodeCall, parseAnswer } from '@farwatch/core/contracts/api/call';
import { refusalText as refusalOf } from '@farwatch/core/contracts/api/error-body';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Express, Request as Incoming, RequestHandler } from 'express';
import { error as logError } from 'firebase-functions/logger';
import manifest from '../../../package.json' with { type: 'json' };
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { isOwnOrigin } from '../../platform/http/middleware.ts';
import type { ApiRun } from '../../platform/http/route.ts';
import { readToken, signToken } from '../../platform/links/signed-token.ts';

/** A tool makes a few calls, each of which a client would wait for. */
const TIMEOUT_MS = 50 * SECOND_MS;
/** Passed on, so that calls are counted and answered as the assistant's own. */
const FORWARDED = ['authorization', 'accept-language', 'x-timezone', 'x-forwarded-for', 'fastly-client-ip'] as const;

type Deps = {
  /** The API, whose calls tools make. */
  app: Express;
  newRun: () => ApiRun;
  /** The owner of the request's API key, counted as one call that reads. Throws ApiError. */
  callerOf(run: ApiRun, request: Incoming): Promise<Caller>;
};

/**
 * POST /api/mcp: the Model Context Protocol without sessions (docs/api.md, Assistants). Its library and tools are loaded
 * with the first request. Tools call the API on a socket of this instance, so that keys, limits and the activity apply to
 * them as to any program.
 */
export function mcp({ app, newRun, callerOf }: Deps): RequestHandler {
  let loaded: Promise<Loaded> | undefined;
  return async (request, response) => {
    const { origin } = request.headers;
    // A page of another site must not use a key that a browser has.
    if (origin !== undefined && !isOwnOrigin(origin, process.env)) throw new ApiError('forbidden');
    const run = newRun();
    const { accountId, key } = await keyOwner(callerOf(run, request)).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'unauthenticated')
        response.setHeader('WWW-Authenticate', 'Bearer');
      throw error;
    });
    // Of several messages, one could be cancelled, which leaves its request open. The protocol has dropped them.
    if (Array.isArray(request.body)) throw new ApiError('invalid', { text: 'Only one message at a time is accepted' });
    loaded ??= load(app).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    const { createMcpHandler, assistantServer, apiOrigin } = await loaded;
    const context = contextOf(run, accountId, callerAt(apiOrigin, request));
    const handler = createMcpHandler(
      () => assistantServer({ scope: key.scope, version: manifest.version, context, refusalText }),
      { keepAliveMs: 0 },
    );
    const answer = await handler.fetch(webRequest(request), { parsedBody: request.body as unknown });
    response.status(answer.status);
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

/** Throws ApiError unauthenticated for a person's token, which is for the app. */
async function keyOwner(caller: Promise<Caller>): Promise<Caller & { key: NonNullable<Caller['key']> }> {
  const { key, ...person } = await caller;
  if (key === null) throw new ApiError('unauthenticated');
  return { ...person, key };
}

async function load(app: Express) {
  const [{ createMcpHandler }, { assistantServer }, apiOrigin] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@farwatch/core/assistant/tools'),
    listen(app),
  ]);
  return { createMcpHandler, assistantServer, apiOrigin };
}
type Loaded = Awaited<ReturnType<typeof load>>;

async function listen(app: Express): Promise<string> {
  const server = createServer(app).unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The body is parsed already. */
function webRequest(request: Incoming): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  headers.delete('content-length');
  const { method } = request;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Request('http://localhost/mcp', { method, headers, signal, ...(method === 'POST' && { body: '{}' }) });
}

/** A call that the API refused. */
class Refused extends Error {}

/** What the API refused has been logged where it was. */
function refusalText(error: unknown): string | null {
  if (error instanceof Refused) return error.message;
  logError('A tool of assistants failed', error);
  return null;
}

function callerAt(origin: string, request: Incoming): CallApi {
  const forwarded = FORWARDED.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return async (call, input, idempotencyKey) => {
    const { method, address, body } = encodeCall(call, input);
    const response = await fetch(`${origin}${address}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...Object.fromEntries(forwarded),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Refused(refusalOf(answer) ?? `The API answered ${response.status}`);
    return parseAnswer(call, answer);
  };
}

/** Tokens of plans are signed for their account; how long one is valid is in the plan. */
function contextOf(run: ApiRun, accountId: string, call: CallApi): ToolContext {
  return {
    call,
    seal: (text) => signToken(run, 'assistant-plan', [accountId, text], run.nowMs + DAY_MS),
    open: async (token) => {
      const read = await readToken(run, 'assistant-plan', token).catch(() => null);
      if (!read || 'refused' in read) return null;
      const [owner, text = null] = read.values;
      return owner === accountId ? text : null;
    },
    newKey: randomUUID,
    now: () => run.nowMs,
  };
}
