import { RE2JS } from 're2js';
import type { Budget } from './budget.ts';

/** The instructions that an expression may compile to: each may take a step at each character. */
const MOST_INSTRUCTIONS = 1000;

/** A compiled regular expression of RE2, which never backtracks. */
export type Expression = {
  /**
   * Whether it matches somewhere in the text, or in as much of its beginning as the budget allows: with 100
   * instructions and a budget of 20 million units in 200,000 characters.
   */
  isFoundIn(text: string, budget: Budget): boolean;
};

/** Compiles an expression; null if it is malformed or too large. */
export function compileExpression(source: string): Expression | null {
  const compiled = compile(source);
  const size = compiled?.programSize() ?? Number.POSITIVE_INFINITY;
  if (!compiled || size > MOST_INSTRUCTIONS) return null;
  return {
    isFoundIn(text, budget) {
      const length = Math.min(text.length, Math.floor(budget.left / size));
      budget.spend(size * length);
      return compiled.test(text.slice(0, length));
    },
  };
}

function compile(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source);
  } catch {
    return null; // it throws errors of several kinds, all for a malformed expression
  }
}
