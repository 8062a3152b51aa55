import { RE2JS } from 're2js';
import { expect, test, vi } from 'vitest';
import { Budget, TooMuchWork } from './budget.ts';
import { Expressions } from './expression.ts';

const MANY = 20_000_000;
/** Compiles, and returns what was spent. */
function spent(expressions: Expressions, source: string): number {
  const budget = new Budget(MANY);
  expressions.compile(source, budget);
  return MANY - budget.left;
}

test('an expression is compiled once, and charged each time alike', () => {
  const expressions = new Expressions();
  const prices = [1, 2, 3].map(() => spent(expressions, 'a+b'));
  expect(new Set(prices).size).toBe(1);
  expect(expressions.compilations).toBe(1);
  spent(expressions, '(?i)a+b');
  expect(expressions.compilations).toBe(2);
});

test.each(['(?:a?b?c?){1000}', '(?:a{999}){2}', '(a', '*a', '(?i)*', '()|+'])(
  '%s is charged and not compiled',
  (source) => {
    const expressions = new Expressions();
    expect(spent(expressions, source)).toBeGreaterThan(0);
    expect(expressions.compilations).toBe(0);
  },
);

test('an expression that costs more than the budget has is not compiled', () => {
  const expressions = new Expressions();
  expect(() => expressions.compile('a{900}', new Budget(200_000))).toThrow(TooMuchWork);
  expect(expressions.compilations).toBe(0);
});

test('those used last are kept, within a price', () => {
  const expressions = new Expressions();
  const dear = (at: number) => `${at}(?:a|b){220}`;
  const count = Math.ceil((2 * MANY) / spent(expressions, dear(0)));
  for (let at = 1; at < count; at += 1) {
    spent(expressions, dear(at));
    spent(expressions, dear(0));
  }
  expect(expressions.compilations).toBe(count);
  spent(expressions, dear(0));
  spent(expressions, dear(count - 1));
  expect(expressions.compilations).toBe(count);
  spent(expressions, dear(1));
  expect(expressions.compilations).toBe(count + 1);
});

test.each<[string, string, boolean]>([
  ['^ok$', 'ok', true],
  ['^ok$', 'not ok', false],
  ['^(?:a|b)*$', 'abba', true],
  ['^(?:a|b)*$', 'abc', false],
  ['(?i)straße', 'STRAẞE', true],
  ['(?i)[a-\\x{10ffff}]', '5', false],
  ['(?i)[a-\\x{10ffff}]', 'K', true],
  ['(?i)[^a-\\x{10ffff}]', 'K', false],
  ['\\Qa|b', 'a|b', true],
  ['|a', '', true],
])('%s is found in %s: %s', (source, text, isFound) => {
  const budget = new Budget(MANY);
  const compiled = new Expressions().compile(source, budget);
  expect(typeof compiled === 'object' && compiled.isFoundIn(text, budget)).toBe(isFound);
});

test('a search leaves no states behind, and repeats', () => {
  const budget = new Budget(MANY);
  const compiled = new Expressions().compile('(?:[ab]c?){3,9}x|y\\b', budget);
  const found = ['abcabx', 'abc', 'y z', 'abcabx'].map(
    (text) => typeof compiled === 'object' && compiled.isFoundIn(text, budget),
  );
  expect(found).toEqual([true, false, true, true]);
});

test('re2js makes no one-pass program, which takes a time cubic in the number of alternatives', () => {
  const compile = vi.spyOn(RE2JS, 'compile');
  const source = '^(?:(a)|(b)|(c))*$';
  new Expressions().compile(source, new Budget(MANY));
  expect(RE2JS.compile(source).re2().onepass).not.toBeNull();
  const [first] = compile.mock.results;
  compile.mockRestore();
  expect(first).toMatchObject({ type: 'return' });
  expect(first?.type === 'return' && first.value.re2().onepass).toBeNull();
});
