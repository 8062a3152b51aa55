import { expect, test } from 'vitest';
import { targetHost } from './target-host.ts';

test.each([
  ['https://shop.farwatch.test/a?b', 'shop.farwatch.test'],
  ['http://Shop.Farwatch.test.:8080/', 'shop.farwatch.test'],
  ['http://127.1/', '127.0.0.1'],
  ['http://[::1]:80/', '[::1]'],
  ['no url', 'no url'],
])('%s counts for %s', (url, host) => {
  expect(targetHost(url)).toBe(host);
});
