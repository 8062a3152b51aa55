import type { RequestHandler } from 'express';

/**
 * Of every answer, also where it is asked for at the function's own address, past Hosting: no cache keeps what belongs to
 * one user, and no browser takes it for a page, which an answer that quotes its input could otherwise be made into.
 */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Sets those headers; a route whose answer is anybody's may say for how long it is kept. */
export const privateAnswers: RequestHandler = (_request, response, next) => {
  response.set(HEADERS);
  next();
};
