import { expect, it } from 'vitest';
import { isOneWord, isPrivateName } from './private-name.ts';

it.each([
  ['nas', true],
  ['wpad', true],
  ['nas.lan', true],
  ['NAS.LAN.', true],
  ['printer.local', true],
  ['metadata.google.internal', true],
  ['home.arpa', true],
  ['router.home.arpa', true],
  ['db.localhost', true],
  ['_ldap._tcp.dc.corp', true],
  ['_ldap._tcp.corp.example', true],
  ['wiki.intranet', true],
  ['a.private', true],
  ['tv.home', true],
  ['fritz.box', true],
  ['farwatch.test', false],
  ['example.com', false],
  ['local.com', false],
  ['mylan.org', false],
  ['corp.example.com', false],
  ['cloud.box', false],
  ['2.0.192.in-addr.arpa', false],
  ['xn--fsqu00a.xn--0zwm56d', false],
])('%s is a name of a private network: %s', (name, expected) => {
  expect(isPrivateName(name)).toBe(expected);
});

it.each([
  ['shop', true],
  ['shop.', true],
  ['INTRANET', true],
  ['localhost', false],
  ['shop.example', false],
  ['10.0.0.1', false],
  ['[::1]', false],
])('%s is one word: %s', (host, expected) => {
  expect(isOneWord(host)).toBe(expected);
});
