import { evaluateAssertions } from '@farwatch/core/decisions/checks/evaluate-assertions';
import { Expressions } from '@farwatch/core/decisions/checks/expression';
import { decodeText } from '@farwatch/core/values/charset/decode-text';
import type { FailedAssertion } from '@farwatch/core/values/http-check/assertion';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { startOfText } from './body-text.ts';
import type { Cookie } from './cookies.ts';
import { MOST_BYTES } from './decode-body.ts';
import { createRedact } from './redact.ts';

/** A final answer with its body decoded, and the check whose assertions are about it, as one thread sends it to another. */
export type AnswerToEvaluate = {
  check: HttpCheck;
  cookies: readonly Cookie[];
  headers: readonly { name: string; value: string }[];
  body: Uint8Array;
  contentType: string;
};

export type EvaluatedAnswer = {
  error: 'assertion' | 'expression' | 'assertionBudget' | null;
  failed: FailedAssertion[];
  /** The start of the body. */
  text: string;
  isCut: boolean;
};

/** Expressions are kept from check to check. */
const expressions = new Expressions();

/** `tooComplex`: it exceeded what the evaluation of one answer may take. */
export type Evaluation = { evaluated: EvaluatedAnswer } | { failure: 'tooComplex' | LocalFailure };

/** Evaluates the assertions about an answer, and removes the check's secrets from what did not hold. */
export function evaluateAnswer({ check, cookies, headers, body, contentType }: AnswerToEvaluate): EvaluatedAnswer {
  const text = decodeText(body, contentType);
  const redact = createRedact(check, cookies);
  const answer = { headers, body: text, isBodyCut: body.length >= MOST_BYTES };
  const evaluation = evaluateAssertions(check.assertions ?? [], answer, expressions, redact.whole);
  return { ...evaluation, ...startOfText(text) };
}
