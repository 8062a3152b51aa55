import { expect, it } from 'vitest';
import { nameOf } from './check-types/host-url.ts';
import { findRegisteredName, isPublicSuffix } from './registered-name.ts';
import { normalizeUrl } from './url.ts';

const stored = (name: string) => nameOf(normalizeUrl(`domain://${name}`) ?? '');

it.each([
  ['www.example.co.th', 'example.co.th'],
  ['shop.example.com.bd', 'example.com.bd'],
  ['a.b.example.com.tw', 'example.com.tw'],
  ['a.b.c.d.me.idv.tw', 'me.idv.tw'],
  ['www.例子.台灣', 'xn--fsqu00a.xn--kpry57d'],
  ['ร้าน.ตัวอย่าง.ไทย', 'xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ['_dmarc.example.com', 'example.com'],
  ['pages.github.io', 'github.io'],
  ['www.soon.test', 'soon.test'],
  ['example.co.th', null],
  ['example.com', null],
  ['例子.台灣', null],
  ['co.th', null],
])('%s is registered as %s', (name, registered) => {
  expect(findRegisteredName(stored(name))).toBe(registered);
});

it.each([
  ['co.th', true],
  ['com.tw', true],
  ['idv.tw', true],
  ['com.bd', true],
  ['公司.cn', true],
  ['kawasaki.jp', false],
  ['example.co.th', false],
  ['any.bd', false],
  ['zz.ck', false],
  ['www.ck', false],
  ['github.io', false],
  ['soon.test', false],
])('%s is a public suffix: %s', (name, isOne) => {
  expect(isPublicSuffix(stored(name))).toBe(isOne);
});
