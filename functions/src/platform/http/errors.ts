import { API_ERROR_STATUS, type ApiErrorCode } from '@farwatch/core/contracts/api/error';
import { type ApiErrorBody, apiErrorSchema } from '@farwatch/core/contracts/api/error-body';
import { API_ERROR_TEXTS } from '@farwatch/core/contracts/api/error-texts';
import { toApiNames, toApiPath } from '@farwatch/core/contracts/api/names';
import type { ErrorRequestHandler } from 'express';
import { error as logError } from 'firebase-functions/logger';
import type { z } from 'zod';

type More = Pick<ApiErrorBody, 'details' | 'technicalDetails' | 'current'>;

/** The details of an error, at most. */
export const MAX_DETAILS = 20;

/** An error for the caller. `retryAfterSec` is also sent in the header. */
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

/** The error about one field, by its path in the request. */
export function fieldError(path: string, message: string, code: ApiErrorCode = 'invalid'): ApiError {
  return new ApiError(code, { details: [{ path, message }] });
}

/** The error for invalid input, with at most twenty details, whose paths have the API's names. */
export function invalidInput(error: z.ZodError, schema: z.ZodType): ApiError {
  const details = error.issues
    .flatMap(splitByField)
    .slice(0, MAX_DETAILS)
    .map(({ path, message }) => ({ path: toApiPath(schema, path).map(String).join('.'), message }));
  return new ApiError('invalid', { details });
}

/** One issue names all unknown fields of an object; each becomes a detail of its own. */
function splitByField(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'no such field' }));
}

/**
 * Turns any error into an answer; what is not the caller's fault is logged and answered as internal, without a stack.
 */
export const answerError: ErrorRequestHandler = (thrown, request, response, _next) => {
  const error = asApiError(thrown);
  if (error.code === 'internal') logError(`${request.method} ${loggedPath(request.path)}`, thrown);
  if (error.retryAfterSec !== undefined) response.setHeader('Retry-After', String(error.retryAfterSec));
  const { message, code, more, retryAfterSec } = error;
  const retry = retryAfterSec === undefined ? {} : { retryAfter: retryAfterSec };
  const body: ApiErrorBody = { error: message, code, ...more, ...retry };
  response.status(API_ERROR_STATUS[code]).json(toApiNames(apiErrorSchema, body));
};

/** A path for logs: without tokens of links and ping keys, which are longer than other parts. */
export function loggedPath(path: string): string {
  return path.replace(/[^/]{22,}/g, '…');
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = httpStatusOf(thrown);
  if (status === 413) return new ApiError('too_large');
  return status !== null && status >= 400 && status < 500 ? new ApiError('invalid') : new ApiError('internal');
}

/** The status of Express's and its body parser's own errors: malformed JSON, a body too large, a broken path. */
function httpStatusOf(thrown: unknown): number | null {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : null;
}
