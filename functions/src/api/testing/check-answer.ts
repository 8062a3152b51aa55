import { isDeepStrictEqual } from 'node:util';
import { type ApiCall, errorsOf } from '@farwatch/core/contracts/api/call';
import { apiErrorSchema } from '@farwatch/core/contracts/api/error-body';

/** Throws unless an answer is as declared: exactly its schema's fields, or an error with one of the call's codes. */
export function checkAnswer(call: ApiCall, { status, body }: { status: number; body: unknown }): void {
  if (status >= 400) {
    const { code } = apiErrorSchema.parse(body);
    if (!errorsOf(call).includes(code)) throw new Error(`${call.method} ${call.path} does not declare ${code}`);
    return;
  }
  if (status !== call.status) throw new Error(`${call.method} ${call.path} does not declare status ${status}`);
  if (!isDeepStrictEqual(call.output.parse(body), body)) throw new Error(`not in the schema: ${JSON.stringify(body)}`);
}
