import type { Request, RequestHandler } from 'express';
import { bodyLimitOf } from './body-limit.ts';
import { ApiError } from './errors.ts';
import { type BodyRefusal, type ReadRequest, readBody } from './read-body.ts';

/**
 * For every answer, also at the function's own address without Hosting: no cache or search engine keeps a user's data, and
 * no browser renders an answer that quotes its input as a page.
 */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** Sets these headers; a public route may override the caching. */
export const setPrivateHeaders: RequestHandler = (_request, response, next) => {
  response.set(HEADERS);
  next();
};

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/**
 * Whether an origin is the app's own: the project's Hosting addresses, the comma-separated APP_ORIGINS, and on the
 * emulators any local one.
 */
export function isOwnOrigin(origin: string, env: NodeJS.ProcessEnv): boolean {
  const project = env.GCLOUD_PROJECT ?? '';
  const listed = (env.APP_ORIGINS ?? '').split(',').map((each) => each.trim());
  const own = [`https://${project}.web.app`, `https://${project}.firebaseapp.com`, ...listed];
  return own.includes(origin) || (env.FUNCTIONS_EMULATOR === 'true' && LOCAL.test(origin));
}

/** Lets only the app's own origins read answers, and answers every preflight request. */
export function cors(env: NodeJS.ProcessEnv): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    response.setHeader('Vary', 'Origin');
    if (origin !== undefined && isOwnOrigin(origin, env)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
      response.setHeader(
        'Access-Control-Allow-Headers',
        'Authorization, Content-Type, Idempotency-Key, X-Account, X-Timezone',
      );
      response.setHeader('Access-Control-Expose-Headers', 'RateLimit, RateLimit-Policy, Retry-After');
      response.setHeader('Access-Control-Max-Age', '3600');
    }
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}

/**
 * JSON bodies within the limit of their call. Usually they have been read already, before the functions runtime would
 * (guard-bodies.ts).
 */
export const jsonBody: RequestHandler = async (request: Request & ReadRequest, _response, next) => {
  const limit = bodyLimitOf({ method: request.method, url: request.originalUrl });
  if (!(await readBody(request, limit))) return;
  if ((rawBodyOf(request)?.byteLength ?? 0) > limit.bytes) throw new ApiError('too_large');
  if (request.bodyRefusal !== undefined) throw refusalOf(request.bodyRefusal);
  if (request.body instanceof Uint8Array) request.body = undefined; // not JSON
  next();
};

/** The error for a body that was not read. */
function refusalOf(refusal: BodyRefusal): ApiError {
  if (refusal === 'too_large') return new ApiError('too_large');
  const text =
    refusal === 'encoded' ? 'The body has a content encoding, which is not accepted' : 'The body is not JSON';
  return new ApiError('invalid', { text });
}

/** The bytes of a JSON body, as signatures cover them; null without one. */
export function rawBodyOf(request: object): Uint8Array | null {
  return 'rawBody' in request && request.rawBody instanceof Uint8Array ? request.rawBody : null;
}
