import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../testing/seeded.ts';
import { priceExpression } from './expression-price.ts';
import { compiledProgram } from './testing/compiled-program.ts';

/** Ranges that re2js folds one code point at a time. */
const HAN = '[一-龥]';
const ALL_LETTERS = '[a-\\x{10ffff}]';

test.each([
  '"status":\\s*"(?:ok|up)"',
  '^v\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?$',
  '^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.|$)){4}',
  '[\\w.+-]{1,64}@[\\w-]{1,255}\\.[A-Za-z]{2,63}',
  '[A-Za-z0-9+/=]{900}',
  '(?i)<title>[^<]{0,300}</title>',
  '(?i)<h1[^>]*>\\s*welcome|willkommen|歡迎',
  '[\\p{L}\\p{N}_-]+@[\\p{L}\\p{N}.-]+\\.\\p{L}{2,20}',
  '\\p{Han}{2,200}',
  'a'.repeat(500),
  'x{0}',
  `(?i)${HAN.repeat(100)}`,
  `(?i)[\\w一-龥]{2,30}`,
  `(?i)${ALL_LETTERS.repeat(22)}`,
])('%s is cheap enough', (expression) => {
  expect(priceExpression(expression)).toMatchObject({ problem: null });
});

test.each([
  ['repeats a long part', `(?:${'a'.repeat(480)}){1000}`],
  ['repeats many parts', 'a{1000}'.repeat(70)],
  ['repeats what is repeated', `(?:(?:(?:${'a'.repeat(400)}){10}){10}){10}`],
  ['repeats what may be missing', `(?:(?:(?:${'a?'.repeat(200)}){0,10}){0,10}){0,10}`],
  ['repeats nothing', '(?:){1000}'.repeat(45)],
  ['has many large classes', '\\pL'.repeat(160)],
  ['has one class of many', `[${'\\pL'.repeat(160)}]`],
  ['has alternatives of classes', `${'\\pL|'.repeat(120)}a`],
  ['merges the same alternatives again and again', `${'(?:'.repeat(80)}\\pL|\\pN${'|a)'.repeat(80)}`],
  ['repeats a large class', '^\\pL{900}'],
  [
    'repeats a class of many',
    `[${Array.from({ length: 400 }, (_, at) => String.fromCodePoint(0x4e00 + 2 * at)).join('')}]{900}`,
  ],
  ['folds long ranges next to a named class', `(?i)[\\w${'B-\u{1e942}'.repeat(100)}]`],
  ['is too long', 'a'.repeat(1_001)],
])('an expression that %s is too complex', (_what, expression) => {
  const priced = priceExpression(expression);
  expect(priced.problem).toBe('tooComplex');
  expect(priced.price).toBeGreaterThan(1_000_000);
});

describe('an expression that ignores case', () => {
  test.each([
    [`(?i)${ALL_LETTERS}`, '(?i)(?-i:[\\x{61}-\\x{10ffff}\\x{41}-\\x{5a}\\x{4b}-\\x{4b}\\x{53}-\\x{53}])'],
    [`(?i:a${HAN}+)b`, '(?i:a(?-i:[\\x{4e00}-\\x{9fa5}])+)b'],
    ['(?i)[^\\n\\x{3000}-一]?', '(?i)(?-i:[^\\x{a}-\\x{a}\\x{3000}-\\x{4e00}])?'],
    [`((?i)${HAN})${HAN}`, `((?i)(?-i:[\\x{4e00}-\\x{9fa5}]))${HAN}`],
  ])('%s is compiled with the folds of long ranges', (expression, source) => {
    expect(priceExpression(expression)).toMatchObject({ source });
    expect(compiledProgram(source)).toEqual(compiledProgram(expression));
  });
  test.each(['(?i)[a-z]+', `(?-i)${HAN}`, `(?i)(?-i:${HAN})`, `(?i-i)${HAN}`, '(?i)[\\w一-丏]', '(?i)\\Q[一-龥]'])(
    '%s is compiled as it is',
    (source) => {
      expect(priceExpression(source)).toMatchObject({ source });
    },
  );
  test('costs about as much with long ranges as with short ones', () => {
    const { price } = priceExpression('(?i)[a-z]'.repeat(22));
    expect(priceExpression(`(?i)${ALL_LETTERS.repeat(22)}`).price).toBeLessThan(2 * price);
  });
});

/** All of the syntax, well formed or not. Names of classes are known: only re2js knows which exist. */
const TOKENS = String.raw`a k 狀 é . ^ $ | | ( ) ( ) (?: (?i) (?i: (?-i: (?i-s) (?s) (?U) (?) (?- (?P<n> (?<m> (?P<>
  (?= (?<= (? * + ? *? {2} {3,} {0} {0,2} {1,3} {10} {,3} {2 {3,1} {01} {1000} {1001} { } [a-z] [^a] [k-\x{3000}]
  [^B-\x{1e900}] [一-龥] [\w-] [[:alpha:]x] []a] [^]a] [a-] [-a] [z-a] [ [^ ] - [\d-a] [a-\d] [[:foo:]] [[:]a:] [\n]
  [\Qa] [\b] [a\]b] \d \W \s \pL \p{Lu} \P{Han} \p{^Greek} \b \B \A \z \C \Q \E \Qa.b\E \x41 \x{41} \x{110000} \x{}
  \x4 \0 \012 \1 \12 \8 \n \. \_ \é \ \a \e \/`.split(/\s+/);

test.each([1, 2])('random expressions %i are read as re2js reads them, and never priced too low', (seed) => {
  const random = seeded(seed);
  const [first = '', ...tokens] = TOKENS;
  for (let count = 0; count < 4_000; count += 1) {
    const length = random.spread(1, 12);
    const expression = Array.from({ length }, () => random.one([first, ...tokens])).join('');
    const priced = priceExpression(expression);
    if (priced.problem === 'tooComplex') continue;
    expect(priced.problem === null, expression).toBe(isWellFormed(expression));
    if (priced.problem !== null) continue;
    const program = compiledProgram(priced.source);
    const ranges = program.reduce((sum, { runes }) => sum + (runes.length > 4 ? runes.length / 2 : 0), 0);
    expect(priced.price, expression).toBeGreaterThanOrEqual(300 * (program.length - 2) + 10 * ranges);
  }
});

function isWellFormed(expression: string): boolean {
  try {
    RE2JS.compile(expression);
    return true;
  } catch {
    return false;
  }
}
