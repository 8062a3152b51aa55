import type { Assertion } from '../../values/http-check/assertion.ts';
import type { AssertionProblem } from './assertion-problem.ts';
import { priceExpression } from './expression-price.ts';

/**
 * Finds what is wrong with an assertion as far as that can be said without the parsers that `findAssertionProblems`
 * needs, which are too large for the app; null if nothing is.
 */
export function findAssertionProblem({ op, path, value = '' }: Assertion): AssertionProblem | null {
  if (path !== undefined && !/^\$([.[].*)?$/.test(path)) return 'path';
  return op === 'matches' ? priceExpression(value).problem : null;
}
