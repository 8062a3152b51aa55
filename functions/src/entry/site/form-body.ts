import { LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import express, { type Request } from 'express';
import { ApiError } from '../../platform/http/errors.ts';
import { rawBodyOf } from '../../platform/http/middleware.ts';

/** A report with every character escaped fits. */
const MAX_BYTES = 16 * 1024;

/** Keeps a form's bytes, unless the functions runtime has done so. */
export const formBody = express.raw({ type: () => true, limit: MAX_BYTES });

/** The fields of a posted form; empty for another body. */
export function formOf(request: Request): URLSearchParams {
  const raw = rawBodyOf(request) ?? (request.body instanceof Uint8Array ? request.body : null);
  if (raw && raw.byteLength > MAX_BYTES) throw new ApiError('too_large');
  return new URLSearchParams(raw ? Buffer.from(raw).toString('utf8') : '');
}

/** The language that a form was shown in. */
export function languageIn(form: URLSearchParams, own: Language): Language {
  return LANGUAGE_CODES.find((each) => each === form.get('language')) ?? own;
}
