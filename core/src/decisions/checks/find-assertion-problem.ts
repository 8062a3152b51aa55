import type { Assertion } from '../../values/http-check/assertion.ts';

/** What is wrong with an assertion that its schema cannot see: its JSONPath, or its regular expression; null if valid. */
export function findAssertionProblem({ op, path, value = '' }: Assertion): null | 'path' | 'expression' {
  if (path !== undefined && !/^\$([.[].*)?$/.test(path)) return 'path';
  if (op !== 'matches') return null;
  try {
    new RegExp(value, 'u');
  } catch {
    return 'expression';
  }
  return /\(\?<?[=!]|\\[1-9]/.test(value) ? 'expression' : null;
}
