import { LIMITS } from '@farwatch/core/limits';
import express, { type RequestHandler } from 'express';
import { ApiError } from './errors.ts';

const parse = express.json({ limit: LIMITS.bodyBytes });

/** JSON bodies up to `LIMITS.bodyBytes`. The functions runtime has parsed them without such a limit, and keeps the raw bytes. */
export const jsonBody: RequestHandler = (request, response, next) => {
  const raw: unknown = 'rawBody' in request ? request.rawBody : undefined;
  if (!(raw instanceof Uint8Array)) return parse(request, response, next);
  if (raw.byteLength > LIMITS.bodyBytes) throw new ApiError('too_large');
  next();
};
