import type { RequestHandler } from 'express';

/**
 * For every answer, even at the function's own address, past Hosting: no cache keeps one user's data, and no browser
 * takes an answer that quotes its input for a page.
 */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Sets those headers; a public route may override the caching. */
export const privateAnswers: RequestHandler = (_request, response, next) => {
  response.set(HEADERS);
  next();
};
