import { expect, it } from 'vitest';
import { callerAddress } from './caller-address.ts';

const from = (forwarded: string | undefined, remoteAddress?: string) =>
  callerAddress({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } as never });

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
])('%s is %s', (forwarded, address) => expect(from(forwarded, '127.0.0.1')).toBe(address));

it('of a request from nowhere it is nothing', () => expect(from(undefined)).toBe(''));
