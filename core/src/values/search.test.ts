import { expect, it } from 'vitest';
import { createMatcher } from './search.ts';

it.each<[string, string[], boolean]>([
  ['', ['Shop'], true],
  ['  ', [], true],
  ['SHOP', ['Web shop'], true],
  ['pay shop', ['Web shop', 'pay.farwatch.test'], true],
  ['pay blog', ['Web shop', 'pay.farwatch.test'], false],
  ['shoppay', ['Web shop', 'pay.farwatch.test'], false],
])('“%s” in %j: %j', (search, texts, found) => {
  expect(createMatcher(search)(...texts)).toBe(found);
});
