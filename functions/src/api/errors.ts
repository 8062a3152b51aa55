import { API_ERROR_STATUS, API_ERROR_TEXTS, type ApiErrorCode } from '@farwatch/core/api/error';
import type { ApiErrorBody } from '@farwatch/core/api/error-body';
import type { ErrorRequestHandler } from 'express';
import { error as logError } from 'firebase-functions/logger';
import type { z } from 'zod';

type More = Pick<ApiErrorBody, 'details' | 'technical_details' | 'current'>;

const MOST_DETAILS = 20;

/** A request that ends in an error the caller is told of (design 7). `retryAfterSec` goes out in the header too. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly more: More;
  readonly retryAfterSec: number | undefined;

  constructor(
    code: ApiErrorCode,
    { text, retryAfterSec, ...more }: More & { text?: string; retryAfterSec?: number } = {},
  ) {
    super(text ?? API_ERROR_TEXTS[code]);
    this.code = code;
    this.more = more;
    this.retryAfterSec = retryAfterSec;
  }
}

/** The error for input that is not of its schema, with at most twenty places named. */
export function invalidInput(error: z.ZodError): ApiError {
  const details = error.issues
    .slice(0, MOST_DETAILS)
    .map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  return new ApiError('invalid', { details });
}

/** Turns whatever was thrown into an answer; what is not the caller's fault is logged and told as internal, never with a stack. */
export const answerError: ErrorRequestHandler = (thrown, request, response, _next) => {
  const error = asApiError(thrown);
  if (error.code === 'internal') logError(`${request.method} ${request.path}`, thrown);
  if (error.retryAfterSec !== undefined) response.setHeader('Retry-After', String(error.retryAfterSec));
  const { message, code, more, retryAfterSec } = error;
  const later = retryAfterSec === undefined ? {} : { retry_after: retryAfterSec };
  const body: ApiErrorBody = { error: message, code, ...more, ...later };
  response.status(API_ERROR_STATUS[code]).json(body);
};

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = httpStatusOf(thrown);
  if (status === 413) return new ApiError('too_large');
  return status !== null && status >= 400 && status < 500 ? new ApiError('invalid') : new ApiError('internal');
}

/** The status that Express and its body parser give their own errors: malformed JSON, a body too large, a broken path. */
function httpStatusOf(thrown: unknown): number | null {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : null;
}
