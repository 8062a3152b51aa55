import type { RequestHandler } from 'express';

/** Answers belong to one user: no cache may keep them. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
