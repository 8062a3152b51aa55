import { expect, it } from 'vitest';
import { isBlockedHost, parseBlockedHosts } from './blocked-hosts.ts';

it.each([
  ['', []],
  [' example.com, Shop.Example.ORG. ,', ['example.com', 'shop.example.org']],
  ['bücher.example', ['xn--bcher-kva.example']],
  ['192.0.2.7,[2001:DB8::7]', ['192.0.2.7', '[2001:db8::7]']],
  ['https://example.com', null],
  ['example.com/path', null],
  ['example.com:8080', null],
  ['me@example.com', null],
  ['two hosts', null],
])('"%s" lists %j', (text, hosts) => expect(parseBlockedHosts(text)).toEqual(hosts));

it.each([
  ['example.com', true],
  ['EXAMPLE.com.', true],
  ['a.b.example.com', true],
  ['notexample.com', false],
  ['example.com.evil.test', false],
  ['com', false],
])('%s is blocked: %s', (host, isBlocked) => expect(isBlockedHost(host, ['example.com'])).toBe(isBlocked));
