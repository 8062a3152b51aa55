import { expect, test } from 'vitest';
import { localFailureOf } from './local-failure.ts';

const coded = (code: string, address = '192.0.2.1') => Object.assign(new Error(code), { code, address });
const all = (...errors: Error[]) => new AggregateError(errors);
const everywhere = async () => true;
const noRoute = async () => false;
const onlyIpv4 = async (address: string) => address.includes('.');

test.each([
  ['EMFILE', 'descriptors'],
  ['ENFILE', 'descriptors'],
  ['ENOMEM', 'memory'],
  ['ENOBUFS', 'memory'],
  ['EADDRNOTAVAIL', 'ports'],
  ['EACCES', 'permission'],
  ['EPERM', 'permission'],
  ['ENETDOWN', 'no-network'],
  ['ERR_RESOLVE_own-network', 'resolver'],
  ['ERR_ADDRESS_REFUSED', 'refused-address'],
  ['ERR_SINKHOLE', 'sinkhole'],
  ['ECONNREFUSED', null],
  ['ECONNRESET', null],
  ['ETIMEDOUT', null],
  ['ERR_RESOLVE_missing', null],
  ['ERR_RESOLVE_timeout', null],
  ['CERT_HAS_EXPIRED', null],
  ['ENETUNREACH', null],
  ['EHOSTUNREACH', null],
])('%s of a machine with all routes: %s', async (code, failure) => {
  expect(await localFailureOf(coded(code), everywhere)).toBe(failure);
});

test.each([
  ['ENETUNREACH', '2001:db8::1', onlyIpv4, 'no-ipv6'],
  ['EHOSTUNREACH', '2001:db8::1', onlyIpv4, 'no-ipv6'],
  ['EADDRNOTAVAIL', '2001:db8::1', onlyIpv4, 'no-ipv6'],
  ['EAFNOSUPPORT', '2001:db8::1', onlyIpv4, 'no-ipv6'],
  ['ENETUNREACH', '192.0.2.1', onlyIpv4, null],
  ['ENETUNREACH', '192.0.2.1', noRoute, 'no-network'],
  ['ENETUNREACH', '2001:db8::1', noRoute, 'no-network'],
])('%s at %s, where routes are missing', async (code, address, hasRoute, failure) => {
  expect(await localFailureOf(coded(code, address), hasRoute)).toBe(failure);
});

test('counts as the target’s failure if one of several attempts reached it', async () => {
  const six = coded('ENETUNREACH', '2001:db8::1');
  expect(await localFailureOf(all(six, coded('ECONNREFUSED')), onlyIpv4)).toBeNull();
  expect(await localFailureOf(all(six, coded('ETIMEDOUT')), onlyIpv4)).toBeNull();
  expect(await localFailureOf(all(six, six), onlyIpv4)).toBe('no-ipv6');
});

test('is a shortage if it prevented one of several attempts', async () => {
  expect(await localFailureOf(all(coded('EMFILE'), coded('ECONNREFUSED')), everywhere)).toBe('descriptors');
  expect(await localFailureOf(all(coded('ECONNREFUSED'), coded('ENOBUFS')), everywhere)).toBe('memory');
});

test('this machine has a route to itself', async () => {
  expect(await localFailureOf(coded('ENETUNREACH', '127.0.0.1'))).toBeNull();
});
