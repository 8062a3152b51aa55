import type { CheckError } from '@farwatch/core/values/check';
import type { Assertion, FailedAssertion } from '@farwatch/core/values/http-check/assertion';
import { bodyText } from './body-text.ts';
import { decodeBody, MOST_BYTES } from './decode-body.ts';
import type { Hop } from './hop.ts';
import { fieldOf, headersOf } from './received.ts';
import type { Redact } from './redact.ts';

/** Of a body that was decoded: several times what is shown, since secrets in it become shorter. */
const KEPT_LENGTH = 16_384;

/** How an answer was assessed. `text`: the start of its body; null if no assertion needed it. */
type Assessed = { error: CheckError | null; failedAssertions: FailedAssertion[]; text: string | null; isCut: boolean };

/** Evaluates the assertions about a final answer, also if its status is a failure already. */
export async function assess(hop: Hop, assertions: readonly Assertion[], redact: Redact): Promise<Assessed> {
  const unassessed = { error: hop.error, failedAssertions: [], text: null, isCut: hop.isCut };
  const isAnswer = hop.error === null || hop.error === 'status';
  if (assertions.length === 0 || !isAnswer || hop.localFailure !== null) return unassessed;
  const isBodyNeeded = assertions.some(({ source }) => source !== 'header');
  const decoded = isBodyNeeded
    ? await decodeBody(Buffer.concat(hop.body), fieldOf(hop, 'content-encoding'))
    : Buffer.alloc(0);
  if (!decoded) return { ...unassessed, error: hop.error ?? 'encoding' };
  const body = bodyText(decoded, fieldOf(hop, 'content-type'));
  evaluator ??= loadEvaluator();
  const { evaluateAssertions, expressions } = await evaluator;
  const answer = { headers: headersOf(hop), body };
  const { error, failed } = evaluateAssertions(assertions, answer, expressions, redact.whole);
  return {
    error: hop.error ?? error,
    failedAssertions: failed,
    text: isBodyNeeded ? startOf(body) : null,
    isCut: hop.isCut || decoded.length >= MOST_BYTES || body.length > KEPT_LENGTH,
  };
}

/** Most checks have no assertions, so most agents never load this. Expressions are kept from check to check. */
let evaluator: ReturnType<typeof loadEvaluator> | undefined;

async function loadEvaluator() {
  const [{ evaluateAssertions }, { Expressions }] = await Promise.all([
    import('@farwatch/core/decisions/checks/evaluate-assertions'),
    import('@farwatch/core/decisions/checks/expression'),
  ]);
  return { evaluateAssertions, expressions: new Expressions() };
}

/** A copy: a part of a text keeps all of it in memory. */
function startOf(text: string): string {
  return Buffer.from(text.slice(0, KEPT_LENGTH)).toString();
}
