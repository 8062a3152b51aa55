import { isDeepStrictEqual } from 'node:util';
import { type ApiCall, errorsOf } from '@farwatch/core/contracts/api/call';
import { apiErrorSchema } from '@farwatch/core/contracts/api/error-body';

/** Throws where an answer is not as declared: of its schema's form and nothing more, or an error with one of the call's codes. */
export function checkAnswer(call: ApiCall, { status, body }: { status: number; body: unknown }): void {
  if (status >= 400) {
    const { code } = apiErrorSchema.parse(body);
    if (!errorsOf(call).includes(code)) throw new Error(`${call.method} ${call.path} does not declare ${code}`);
    return;
  }
  if (status !== call.status) throw new Error(`${call.method} ${call.path} does not declare status ${status}`);
  if (!isDeepStrictEqual(call.output.parse(body), body))
    throw new Error(`more than its schema has: ${JSON.stringify(body)}`);
}
