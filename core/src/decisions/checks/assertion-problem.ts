import type { Assertion } from '../../values/http-check/assertion.ts';
import { Budget } from './budget.ts';
import { Expressions } from './expression.ts';
import { type ExpressionProblem, priceExpression, REFUSAL_PRICE } from './expression-price.ts';
import { isJsonPath } from './json-path.ts';

/** The most that parsing a JSONPath can take, in the units of a budget. */
const PATH_UNITS = { path: 4_000, character: 300 } as const;

/** What is wrong with an assertion that its schema accepts: its JSONPath, or its expression. */
export type AssertionProblem = 'path' | ExpressionProblem;

/**
 * Finds what is wrong with assertions that their schema accepts, null for each valid one. An expression is compiled
 * only once, however many assertions have it.
 */
export function findAssertionProblems(assertions: readonly Assertion[]): (AssertionProblem | null)[] {
  const known = new Map<string, ExpressionProblem | null>();
  return assertions.map(({ path, op, value = '' }) => {
    if (path !== undefined && !isJsonPath(path)) return 'path';
    if (op !== 'matches') return null;
    const problem = known.get(value);
    const found = problem === undefined ? findExpressionProblem(value) : problem;
    known.set(value, found);
    return found;
  });
}

function findExpressionProblem(expression: string): ExpressionProblem | null {
  const compiled = new Expressions().compile(expression, new Budget(Number.POSITIVE_INFINITY));
  return typeof compiled === 'string' ? compiled : null;
}

/**
 * Returns the most that finding the problems of assertions can take, in the units of a budget (budget.ts), without
 * compiling any. Stops once it is more than `most`, `at` the index of the assertion that exceeds it.
 */
export function priceAssertions(assertions: readonly Assertion[], most: number): { price: number; at: number | null } {
  const known = new Set<string>();
  let price = 0;
  for (const [index, { path, op, value = '' }] of assertions.entries()) {
    if (price > most) return { price, at: index - 1 };
    if (path !== undefined) price += PATH_UNITS.path + PATH_UNITS.character * path.length;
    if (op !== 'matches' || known.has(value)) continue;
    known.add(value);
    price += priceToCompile(value);
  }
  return { price, at: price > most ? assertions.length - 1 : null };
}

function priceToCompile(expression: string): number {
  const { problem, price } = priceExpression(expression);
  return problem === null ? price : REFUSAL_PRICE;
}
