import type { Assertion } from '../../values/http-check/assertion.ts';
import { compileExpression } from './expression.ts';
import { isJsonPath } from './json-path.ts';

/** What is wrong with an assertion that its schema accepts: its JSONPath, or its expression; null if nothing is. */
export function findAssertionProblem({ path, op, value = '' }: Assertion): 'path' | 'expression' | null {
  if (path !== undefined && !isJsonPath(path)) return 'path';
  return op === 'matches' && compileExpression(value) === null ? 'expression' : null;
}
