import { expect, test } from 'vitest';
import { cutWithin, escapeWithin, isWebUrl, joinWithin } from './fit.ts';

const escapeAnd = (text: string) => text.replaceAll('&', '&amp;');

test.each([
  ['a&b', 7, 'a&amp;b'],
  ['a&b', 6, 'a…'],
  ['&&&&', 20, '&amp;&amp;&amp;&amp;'],
  ['&&&&', 19, '&amp;&amp;&amp;…'],
  ['&&&&', 3, '…'],
  ['ab😀cd', 4, 'ab…'],
])('%s escaped within %d is %s', (text, most, expected) => {
  expect(escapeWithin(text, most, escapeAnd)).toBe(expected);
});

test('a cut text is as long as possible', () => {
  const names = Array.from({ length: 300 }, (_, length) => 'a&'.repeat(length));
  for (const name of names) {
    const cut = escapeWithin(name, 500, escapeAnd);
    expect(cut.length).toBeLessThanOrEqual(500);
    if (cut.endsWith('…')) expect(cut.length).toBeGreaterThan(500 - '&amp;a'.length - 1);
  }
  expect(cutWithin('x'.repeat(10), 5)).toBe('xxxx…');
});

test('lines are joined to as few texts as possible', () => {
  expect(joinWithin(['aa', 'bb', 'cc', 'd'], 5)).toEqual(['aa\nbb', 'cc\nd']);
  expect(joinWithin([], 5)).toEqual([]);
});

test.each([
  ['https://shop.farwatch.test/价格?a=1', true],
  ['tcp://shop.farwatch.test:5432', false],
  ['https://shop.farwatch.test/a|b', false],
])('%s as a link: %s', (url, isLink) => {
  expect(isWebUrl(url)).toBe(isLink);
});
