import type { Assertion } from '../../values/http-check/assertion.ts';
import type { AssertionProblem } from './assertion-problem.ts';
import { priceExpression } from './expression-price.ts';

/**
 * Finds what is wrong with an assertion, null if nothing is. It does without the parsers of `findAssertionProblems`,
 * which are too large for the app, and finds fewer problems.
 */
export function findAssertionProblem({ op, path, value = '' }: Assertion): AssertionProblem | null {
  if (path !== undefined && !/^\$([.[].*)?$/.test(path)) return 'path';
  return op === 'matches' ? priceExpression(value).problem : null;
}
