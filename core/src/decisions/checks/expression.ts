import { RE2JS } from 're2js';
import type { Budget } from './budget.ts';
import { type ExpressionProblem, priceExpression, REFUSAL_PRICE } from './expression-price.ts';

/** The most instructions that an expression may compile to: each may take a step at each character. */
const MOST_INSTRUCTIONS = 1000;
/**
 * What a search takes. It builds the states of an automaton as it needs them: at most one for ten characters, each from
 * all instructions. An expression that needs more of them is searched for instruction by instruction.
 */
const SEARCH_UNITS = { character: 4, instructionPerState: 1, charactersPerState: 10, instruction: 2 } as const;
/** The total price of the expressions that are kept: 100 units need some 30 bytes. */
const MOST_KEPT = 20_000_000;

/**
 * Prevents the one-pass program of re2js, which takes a time cubic in the number of alternatives: re2js makes none for
 * an expression that starts with an empty group.
 */
const FIRST = { source: '()', instructions: 3 } as const;

/** A compiled regular expression of RE2, which never backtracks. */
export type Expression = {
  /**
   * Whether it matches somewhere in the text. Throws TooMuchWork, before it does the work.
   */
  isFoundIn(text: string, budget: Budget): boolean;
};

/** Compiles expressions, and keeps the most recently used ones. */
export class Expressions {
  /** Compiled expressions by their source, which contains the flags; the most recently used are last. */
  readonly #kept = new Map<string, { price: number; compiled: Expression | ExpressionProblem }>();
  #keptPrice = 0;
  #compilations = 0;

  /** Returns how many expressions have been compiled. */
  get compilations(): number {
    return this.#compilations;
  }

  /**
   * Returns an expression, or why it is refused. Spends its price also if it is kept, so that results do not depend on
   * what was checked before. Throws TooMuchWork.
   */
  compile(source: string, budget: Budget): Expression | ExpressionProblem {
    const kept = this.#kept.get(source);
    if (kept) {
      budget.spend(kept.price);
      this.#keep(source, kept);
      return kept.compiled;
    }
    const priced = priceExpression(source);
    budget.spend(priced.problem === null ? priced.price : REFUSAL_PRICE);
    if (priced.problem !== null) return priced.problem;
    this.#compilations += 1;
    const compiled = compile(priced.source);
    this.#keep(source, { price: priced.price, compiled });
    return compiled;
  }

  #keep(source: string, entry: { price: number; compiled: Expression | ExpressionProblem }): void {
    if (this.#kept.delete(source)) this.#keptPrice -= entry.price;
    this.#kept.set(source, entry);
    this.#keptPrice += entry.price;
    for (const [oldest, { price }] of this.#kept) {
      if (this.#keptPrice <= MOST_KEPT) break;
      this.#kept.delete(oldest);
      this.#keptPrice -= price;
    }
  }
}

function compile(source: string): Expression | ExpressionProblem {
  const compiled = parse(source);
  if (!compiled) return 'expression';
  const size = compiled.programSize() - FIRST.instructions;
  if (size > MOST_INSTRUCTIONS) return 'tooComplex';
  const re2 = compiled.re2();
  const searchByInstructions = re2.doExecuteNFA.bind(re2);
  const { character, instructionPerState, charactersPerState, instruction } = SEARCH_UNITS;
  const perCharacter = character + (instructionPerState * size) / charactersPerState;
  return {
    isFoundIn(text, budget) {
      const { length } = text; // the text itself would stay in memory with the expression
      budget.spend(Math.ceil(length * perCharacter));
      re2.doExecuteNFA = (...search: Parameters<typeof searchByInstructions>) => {
        budget.spend(length * size * instruction);
        return searchByInstructions(...search);
      };
      try {
        return compiled.test(text);
      } finally {
        // The states of a search may need 8 MB. There are none before the first search that has any.
        re2.lazyDFA?.clearCache();
      }
    },
  };
}

function parse(source: string): RE2JS | null {
  try {
    return RE2JS.compile(FIRST.source + source);
  } catch {
    return null; // it throws errors of several kinds, all for a malformed expression
  }
}
