import { isDeepStrictEqual } from 'node:util';
import { type ApiCall, errorsOf } from '@farwatch/core/contracts/api/call';
import { apiErrorSchema } from '@farwatch/core/contracts/api/error-body';
import { fromApiNames, toApiNames } from '@farwatch/core/contracts/api/names';
import { z } from 'zod';

/**
 * Returns an answer's body with the code's names. Throws unless it is as declared: exactly its schema's fields, or an
 * error with one of the call's codes.
 */
export function checkAnswer(call: ApiCall, { status, body }: { status: number; body: unknown }): unknown {
  if (status >= 400) {
    const error = apiErrorSchema.parse(fromApiNames(apiErrorSchema, body));
    if (!errorsOf(call).includes(error.code)) {
      throw new Error(`${call.method} ${call.path} does not declare ${error.code}`);
    }
    return error;
  }
  if (status !== call.status) throw new Error(`${call.method} ${call.path} does not declare status ${status}`);
  if (call.isText) return z.string().parse(body);
  const parsed: unknown = call.output.parse(fromApiNames(call.output, body));
  if (!isDeepStrictEqual(toApiNames(call.output, parsed), body)) {
    throw new Error(`not in the schema: ${JSON.stringify(body)}`);
  }
  return parsed;
}

/** A body as a program reads it: JSON, or else the text. */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
