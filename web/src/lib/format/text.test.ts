import { expect, it } from 'vitest';
import { afterName, headAndTail, listText, shortUrl, withoutJoiners } from './text.ts';

it.each([
  ['en', ['a'], 'a'],
  ['en', ['a', 'b'], 'a and b'],
  ['en', ['a', 'b', 'c'], 'a, b, and c'],
  ['cn', ['甲', '乙', '丙'], '甲、乙和丙'],
] as const)('%s %j', (language, names, expected) => {
  expect(listText(names, language)).toBe(expected);
});

it.each([
  ['https://shop.farwatch.test/a', 'shop.farwatch.test/a'],
  ['http://shop.farwatch.test/', 'http://shop.farwatch.test/'],
  ['tcp://shop.farwatch.test:25', 'tcp://shop.farwatch.test:25'],
])('%s is shown as %s', (url, expected) => {
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

it.each([
  ['Shop', 'Where we sell', 'Where we sell'],
  ['Shop', 'Shop', ''],
  ['Shop', ' shop ', ''],
  ['Web shop', 'Web  Shop', ''],
  ['Shop', 'Shop, Asia', 'Shop, Asia'],
  ['Shop', '', ''],
])('after the name "%s", the description "%s" is shown as "%s"', (name, description, expected) => {
  expect(afterName(name, description)).toBe(expected);
});

it('takes out what keeps words on one line', () => {
  expect(withoutJoiners('ลบ\u200bเอ\u2060เจน\u2060ต์ (24\u00a0ชม.)')).toBe('ลบเอเจนต์ (24 ชม.)');
});
