import { expect, it } from 'vitest';
import { headAndTail, shortUrl } from './urls.ts';

it.each([
  ['https://shop.farwatch.test/a', 'shop.farwatch.test/a'],
  ['http://shop.farwatch.test/', 'shop.farwatch.test/'],
])('%s is told as %s', (url, expected) => {
  expect(shortUrl(url)).toBe(expected);
});

it.each([
  ['shop.farwatch.test/', ['shop.farwatch.test/', '']],
  ['shop.farwatch.test/section/12345', ['shop.farwatch.test/section/12345', '']],
  ['shop.farwatch.test/section/𠮷012345678901234', ['shop.farwatch.test/section/𠮷', '012345678901234']],
  ['shop.farwatch.test/section/ที่012345678901234', ['shop.farwatch.test/section/ที่', '012345678901234']],
  ['shop.farwatch.test/section/123456', ['shop.farwatch.tes', 't/section/123456']],
])('%s keeps its end', (text, expected) => {
  expect(headAndTail(text)).toEqual(expected);
});
