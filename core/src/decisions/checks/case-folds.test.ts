import { expect, test } from 'vitest';
import { foldsOf, type Range } from './case-folds.ts';
import { compiledProgram } from './testing/compiled-program.ts';

/** Folds to nothing and keeps a class with a single letter a class. */
const OTHER: Range = [0x1f600, 0x1f600];

test('every code point folds as in re2js, and none of those between', { tags: 'minutes' }, () => {
  const folding = Array.from({ length: 0x110000 }, (_, at) => at).filter((at) => foldsOf([at, at]).length > 0);
  expect(folding.length).toBeGreaterThan(2_900);
  const between = [-1, ...folding].map((at, index): Range => [at + 1, (folding[index] ?? 0x110000) - 1]);
  const ranges = [...folding.map((at): Range => [at, at]), ...between.filter(([first, last]) => first <= last)];
  expect(ranges.filter((range) => !isAsInRe2js(range))).toEqual([]);
});

test.each<Range>([
  [0x61, 0x10ffff],
  [0x4e00, 0x9fa5],
  [0x61, 0x7a],
  [0x101, 0x103],
  [0x1e01, 0x1ffe],
  [0x370, 0x3ff],
  [0xdf, 0x1c88],
])('the range from %i to %i folds as in re2js', (first, last) => {
  expect(isAsInRe2js([first, last])).toBe(true);
});

function isAsInRe2js(range: Range): boolean {
  return classOf(`(?i)${listed([range, OTHER])}`) === classOf(listed([range, ...foldsOf(range), OTHER]));
}

function listed(ranges: readonly Range[]): string {
  const hex = (at: number) => `\\x{${at.toString(16)}}`;
  return `[${ranges.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('')}]`;
}

function classOf(source: string): string {
  return JSON.stringify(compiledProgram(source));
}
