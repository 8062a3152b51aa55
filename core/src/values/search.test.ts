import { expect, it } from 'vitest';
import { createMatcher } from './search.ts';

it.each<[string, string[], boolean]>([
  ['', ['Shop'], true],
  ['  ', [], true],
  ['SHOP', ['Web shop'], true],
  ['pay shop', ['Web shop', 'pay.farwatch.test'], true],
  ['pay blog', ['Web shop', 'pay.farwatch.test'], false],
  ['cafe\u0301', ['Café'], true],
  ['CAFÉ', ['cafe\u0301'], true],
  ['サーバー', ['サーハ\u3099ー'], true],
  ['shoppay', ['Web shop', 'pay.farwatch.test'], false],
])('“%s” in %j: %j', (search, texts, found) => {
  expect(createMatcher(search)(...texts)).toBe(found);
});
