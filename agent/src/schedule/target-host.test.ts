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

test('a DNS check counts for the server that it queries, which may have many names', () => {
  const resolver = 'ns1.farwatch.test:5353';
  expect(targetHost('dns://shop.farwatch.test', { type: 'dns', resolver })).toBe('ns1.farwatch.test');
  expect(targetHost('dns://shop.farwatch.test', { type: 'dns' })).toBe('shop.farwatch.test');
  expect(targetHost('tcp://[::1]:22')).toBe('[::1]');
});
