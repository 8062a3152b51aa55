import { LIMITS } from '@farwatch/core/values/limits';
import express, { type RequestHandler } from 'express';
import { ApiError } from './errors.ts';

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
      response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Timezone');
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      response.setHeader('Access-Control-Max-Age', '3600');
    }
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}

const parse = express.json({
  limit: LIMITS.bodyBytes,
  verify: (request, _, rawBody) => Object.assign(request, { rawBody }),
});

/**
 * JSON bodies up to `LIMITS.bodyBytes`. The functions runtime parses them without this limit and keeps the raw bytes.
 */
export const jsonBody: RequestHandler = (request, response, next) => {
  const raw = rawBodyOf(request);
  if (raw === null) return parse(request, response, next);
  if (raw.byteLength > LIMITS.bodyBytes) throw new ApiError('too_large');
  next();
};

/** The bytes of a JSON body, as signatures cover them; null without one. */
export function rawBodyOf(request: object): Uint8Array | null {
  return 'rawBody' in request && request.rawBody instanceof Uint8Array ? request.rawBody : null;
}
