import { normalizeUrl } from '@farwatch/core/values/url';
import { expect, it } from 'vitest';
import { registeredUrl } from './registered-name.tsx';

it.each([
  ['domain://www.example.co.th', 'domain://example.co.th'],
  ['domain://shop.example.com.bd', 'domain://example.com.bd'],
  ['domain://a.b.example.com.tw', 'domain://example.com.tw'],
  ['domain://www.例子.台灣', 'domain://xn--fsqu00a.xn--kpry57d'],
  ['domain://_dmarc.example.com', 'domain://example.com'],
  ['domain://example.co.th', null],
  ['domain://example.com', null],
  ['domain://例子.台灣', null],
  ['domain://co.th', null],
  ['domain://pages.github.io', 'domain://github.io'],
])('the name of %s is registered as %s', (typed, registered) => {
  expect(registeredUrl(normalizeUrl(typed) ?? '')).toBe(registered);
});
