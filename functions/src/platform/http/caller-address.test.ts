import { expect, it } from 'vitest';
import { callerAddress, callerNetwork, visitorNetwork } from './caller-address.ts';

const request = (forwarded: string | undefined, remoteAddress?: string) => {
  return { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } as never };
};

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['10.0.0.1, 192.0.2.1', '192.0.2.1'],
  [`${'x'.repeat(10_000)},192.0.2.1`, '192.0.2.1'],
  ['192.0.2.1,', '127.0.0.1'],
  ['', '127.0.0.1'],
  [undefined, '127.0.0.1'],
  ['192.0.2.1, unknown', ''],
  ['x'.repeat(10_000), ''],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
])('%s counts as %s', (forwarded, network) => expect(callerNetwork(request(forwarded, '127.0.0.1'))).toBe(network));

it.each([
  ['198.51.100.1, 192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::9', '2001:db8:1:2::9'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['unknown', null],
])('%s is of %s', (forwarded, address) => expect(callerAddress(request(forwarded, '127.0.0.1'))).toBe(address));

it('a request without an address has none', () => {
  expect([callerAddress(request(undefined)), callerNetwork(request(undefined))]).toEqual([null, '']);
});

const through = (seen: string | undefined, forwarded: string) =>
  visitorNetwork({ headers: { 'fastly-client-ip': seen, 'x-forwarded-for': forwarded }, socket: {} as never });

it.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  [undefined, '198.51.100.1'],
  ['', '198.51.100.1'],
  ['unknown', '198.51.100.1'],
  ['192.0.2.1, 192.0.2.2', '198.51.100.1'],
])('a visitor whom Hosting saw at %s counts as %s', (seen, network) => {
  expect(through(seen, '192.0.2.9, 198.51.100.1')).toBe(network);
});
