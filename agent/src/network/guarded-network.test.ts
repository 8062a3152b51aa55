import { describe, expect, test } from 'vitest';
import { mayRequest } from '../probe/http/hop.ts';
import { tcpServer } from '../probe/testing/servers.ts';
import { ResolveError } from '../resolve/resolve-error.ts';
import { canonicalAddress, ipv6Groups } from './address.ts';
import { ADDRESS_REFUSED, addressPolicy, SINKHOLE } from './address-policy.ts';
import { GuardedNetwork } from './guarded-network.ts';
import { isPublicAddress } from './special-ranges.ts';
import { anyNetwork } from './testing/any-network.ts';

const NO_ADDRESSES: ReadonlySet<string> = new Set();
const strict = new GuardedNetwork({ admitsAddress: addressPolicy(false, () => NO_ADDRESSES) });
const lenient = anyNetwork();

const REFUSED = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.7',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.2',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:808:808::f7f7:f7f7',
  '2a00::5efe:10.0.0.1',
  '2a00::200:5efe:10.0.0.1',
  '2A00:1450::0:5EFE:0A00:0001',
  '2a00:1450:0:1:0:5efe:7f00:1',
  '2a00:1450:0:1:200:5efe:a9fe:a9fe',
  'fe80::5efe:8.8.8.8',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2002:c0a8:101::',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  'not an address',
  '1.2.3',
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '2a00::5efe:8.8.8.8',
  '2a00::200:5efe:808:808',
  '2a00::100:5efe:a00:1',
  '2a00::5eff:a00:1',
  '2a00:0:0:5efe:a00:1::',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
];

test.each(REFUSED)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['https://example.com/', true, true],
  ['http://example.com:8080/a?b=c', true, true],
  ['https://user@example.com/', false, false],
  ['https://user:secret@example.com/', false, false],
  ['http://example.com:22/', false, false],
  ['http://example.com:25/', false, false],
  ['http://example.com:6667/', false, false],
  ['http://example.com:10080/', false, false],
  ['http://example.com:0/', false, false],
  ['http://127.0.0.1/', false, true],
  ['http://127.1/', false, true],
  ['http://2130706433/', false, true],
  ['http://0x7f000001/', false, true],
  ['http://0177.0.0.1/', false, true],
  ['http://[::1]/', false, true],
  ['http://[::ffff:127.0.0.1]/', false, true],
  ['http://[::ffff:a9fe:a9fe]/latest/meta-data/', false, true],
  ['http://169.254.169.254/latest/meta-data/', false, true],
  ['http://0/', false, true],
  ['http://[2606:4700:4700::1111]/', true, true],
  ['http://8.8.8.8:8443/', true, true],
])('%s: admitted %s, with --allow-private %s', (url, expected, withPrivate) => {
  expect(mayRequest(new URL(url), strict)).toBe(expected);
  expect(mayRequest(new URL(url), lenient)).toBe(withPrivate);
});

test.each(['8.8.4.4', '[::ffff:8.8.4.4]', '[2a00:1450::5efe:808:404]', '2a00::7'])(
  '%s is refused as an own one',
  (host) => {
    const own = new Set(['8.8.4.4', '2a00:0:0:0:0:0:0:7']);
    expect(new GuardedNetwork({ admitsAddress: addressPolicy(false, () => own) }).admits(host)).toBe(false);
  },
);

/** A network in which every name has these addresses. */
function withAnswer(addresses: string[], admitsAddress = addressPolicy(false, () => NO_ADDRESSES)): GuardedNetwork {
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return new GuardedNetwork({ admitsAddress, resolve });
}

describe('a name', () => {
  test('resolves to its admitted addresses', async () => {
    const network = withAnswer(['10.0.0.1', '8.8.8.8', '::1']);
    expect(await network.resolve('host.test')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });
  test.each([
    [['10.0.0.1', '::ffff:127.0.0.1'], ADDRESS_REFUSED],
    [['169.254.169.254'], ADDRESS_REFUSED],
    [['0.0.0.0', '::'], SINKHOLE],
  ])('of which only %j is known cannot be reached', async (addresses, code) => {
    const network = withAnswer(addresses);
    await expect(network.resolve('host.test')).rejects.toMatchObject({ code });
    const { signal } = new AbortController();
    await expect(network.connect({ host: 'host.test', port: 80, signal })).rejects.toMatchObject({ code });
  });
  test('that does not resolve is reported', async () => {
    const resolve = () => Promise.reject(new ResolveError('host.test', 'missing'));
    await expect(anyNetwork({ resolve }).resolve('host.test')).rejects.toMatchObject({ code: 'ERR_RESOLVE_missing' });
  });
});

describe('a connection', () => {
  test('ends with its signal, before and after it is established', async () => {
    const port = await tcpServer(() => undefined);
    const stop = new AbortController();
    const { socket } = await anyNetwork().connect({ host: '127.0.0.1', port, signal: stop.signal });
    const pending = anyNetwork({ resolve: () => new Promise(() => undefined) }).connect({
      host: 'host.test',
      port,
      signal: stop.signal,
    });
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(socket.destroyed).toBe(true);
    await expect(anyNetwork().connect({ host: '127.0.0.1', port, signal: stop.signal })).rejects.toBe(reason);
  });
});

test.each([
  ['::', '0:0:0:0:0:0:0:0'],
  ['1::8', '1:0:0:0:0:0:0:8'],
  ['FE80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2002:102:304::', '1.2.3.4'],
  ['1.2.3.4', '1.2.3.4'],
  ['example.com', null],
])('%s is %s', (address, expected) => {
  expect(canonicalAddress(address)).toBe(expected);
});

test('a full address has eight groups', () => {
  expect(ipv6Groups('1:2:3:4:5:6:7:8')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
