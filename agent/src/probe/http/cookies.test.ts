import { expect, test } from 'vitest';
import { cookiesFor, withCookies } from './cookies.ts';

const NOW_MS = Date.parse('2026-05-05T12:00:00Z');
const FROM = 'https://www.farwatch.test/shop/cart?x=1';

test.each<[field: string, to: string, sent: string]>([
  ['a=1', FROM, 'a=1'],
  ['a=1', 'https://www.farwatch.test/shop', 'a=1'],
  ['a=1', 'https://www.farwatch.test/shopping', ''],
  ['a=1', 'https://www.farwatch.test/', ''],
  ['a=1', 'http://www.farwatch.test:8080/shop/', 'a=1'],
  ['a=1', 'https://farwatch.test/shop/', ''],
  ['a=1', 'https://my.www.farwatch.test/shop/', ''],
  ['a="x y"; path=/', 'https://www.farwatch.test/', 'a="x y"'],
  ['a=b=c ; Path=/', 'https://www.farwatch.test/', 'a=b=c'],
  ['a=1; Path=/; Domain=.Farwatch.test', 'https://my.farwatch.test/', 'a=1'],
  ['a=1; Path=/; Domain=farwatch.test', 'https://farwatch.test/', 'a=1'],
  ['a=1; Path=/; Domain=farwatch.test', 'https://notfarwatch.test/', ''],
  ['a=1; Path=/; Domain=other.test', 'https://other.test/', ''],
  ['a=1; Path=/; Domain=my.www.farwatch.test', 'https://my.www.farwatch.test/', ''],
  ['a=1; Path=relative', 'https://www.farwatch.test/shop/', 'a=1'],
  ['a=1; Path=/sho', FROM, ''],
  ['a=1; Path=/; Secure', 'https://www.farwatch.test/', 'a=1'],
  ['a=1; Path=/; Secure', 'http://www.farwatch.test/', ''],
  ['a=1; Path=/; Max-Age=1', FROM, 'a=1'],
  ['a=1; Path=/; Max-Age=0', FROM, ''],
  ['a=1; Path=/; Max-Age=-1; Expires=Wed, 05 May 2027 12:00:00 GMT', FROM, ''],
  ['a=1; Path=/; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT', FROM, 'a=1'],
  ['a=1; Path=/; Expires=Wed, 05-May-2027 12:00:00 GMT', FROM, 'a=1'],
  ['a=1; Path=/; Expires=Thu, 01-Jan-1970 00:00:01 GMT', FROM, ''],
  ['a=1; Path=/; Expires=some day', FROM, 'a=1'],
  ['=1; Path=/', FROM, ''],
  ['a=1\r\nx: y; Path=/', FROM, ''],
  ['', FROM, ''],
])('%j set by a shop is sent to %s as %j', (field, to, sent) => {
  expect(cookiesFor(new URL(to), withCookies([], [field], new URL(FROM), NOW_MS), NOW_MS)).toBe(sent);
});

test('accepts no parent domain for an address', () => {
  const cookies = withCookies([], ['a=1; Domain=0.0.1'], new URL('http://127.0.0.1/'), NOW_MS);
  expect(cookies).toEqual([]);
});

test('replaces and removes cookies, and sends the longest path first', () => {
  const url = new URL(FROM);
  const first = withCookies([], ['a=1; Path=/', 'b=1; Path=/', 'c=1; Path=/'], url, NOW_MS);
  const second = withCookies(first, ['a=2; Path=/', 'b=; Path=/; Max-Age=0', 'd=1'], url, NOW_MS);
  expect(cookiesFor(url, second, NOW_MS)).toBe('d=1; c=1; a=2');
});

test('keeps only the newest of thousands of cookies', () => {
  const url = new URL(FROM);
  const fields = Array.from({ length: 5_000 }, (_, index) => `c${index}=1`);
  const cookies = withCookies([], fields, url, NOW_MS);
  expect(cookies).toHaveLength(180);
  expect(cookies.at(-1)?.name).toBe('c4999');
});
