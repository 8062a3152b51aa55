import { LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import type { Request, RequestHandler } from 'express';
import { ApiError } from '../../platform/http/errors.ts';
import { BODY_LIMITS } from '../../platform/http/guard-bodies.ts';
import { rawBodyOf } from '../../platform/http/middleware.ts';
import { type ReadRequest, readBody } from '../../platform/http/read-body.ts';

const FORM_LIMIT = BODY_LIMITS.statusSite;

/** Keeps a form's bytes. */
export const formBody: RequestHandler = async (request: Request & ReadRequest, _response, next) => {
  if (!(await readBody(request, FORM_LIMIT))) return;
  if (request.bodyRefusal !== undefined) throw new ApiError('too_large');
  next();
};

/** The fields of a posted form; empty for another body. */
export function formOf(request: Request): URLSearchParams {
  const raw = rawBodyOf(request);
  if (raw && raw.byteLength > FORM_LIMIT.bytes) throw new ApiError('too_large');
  return new URLSearchParams(raw ? Buffer.from(raw).toString('utf8') : '');
}

/** The language that a form was shown in. */
export function languageIn(form: URLSearchParams, own: Language): Language {
  return LANGUAGE_CODES.find((each) => each === form.get('language')) ?? own;
}
