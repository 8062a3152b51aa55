import type { NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { addressPolicy } from './guarded-network.ts';
import { ownNetwork } from './own-network.ts';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Interfaces as the system lists them, of addresses with their netmasks. */
function interfacesOf(...given: [address: string, netmask: string][]): Interfaces {
  const infos = given.map(([address, netmask]): NetworkInterfaceInfo => {
    const place = { address, netmask, mac: '02:00:00:00:00:01', internal: false, cidr: null };
    return address.includes(':') ? { ...place, family: 'IPv6', scopeid: 0 } : { ...place, family: 'IPv4' };
  });
  return { eth0: infos };
}

const policyOf = (read: () => Interfaces, allowPrivate = false) =>
  addressPolicy(
    allowPrivate,
    ownNetwork(read, () => 0),
  );
const V6_64 = 'ffff:ffff:ffff:ffff::';

describe('other hosts on the links of this machine', () => {
  test.each<[address: string, netmask: string, other: string, refused: boolean]>([
    ['8.8.4.4', '255.255.255.0', '8.8.4.4', true],
    ['8.8.4.4', '255.255.255.0', '8.8.4.0', true],
    ['8.8.4.4', '255.255.255.0', '8.8.4.255', true],
    ['8.8.4.4', '255.255.255.0', '8.8.5.0', false],
    ['8.8.4.4', '255.255.255.0', '8.8.3.255', false],
    ['8.8.4.4', '255.255.255.0', '::ffff:8.8.4.9', true],
    ['8.8.4.4', '255.255.255.0', '::ffff:808:409', true],
    ['8.8.4.4', '255.255.255.0', '64:ff9b::8.8.4.9', true],
    ['8.8.4.4', '255.255.255.0', '2002:808:409::1', true],
    ['8.8.4.4', '255.255.255.0', '2a00:1450::5efe:8.8.4.9', true],
    ['8.8.4.4', '255.255.255.0', '2a00:1450::200:5efe:808:409', true],
    ['8.8.4.4', '255.255.240.0', '8.8.15.1', true],
    ['8.8.4.4', '255.255.240.0', '8.8.16.1', false],
    ['8.8.4.4', '255.255.255.254', '8.8.4.5', true],
    ['8.8.4.4', '255.0.0.0', '8.200.1.1', true],
    ['8.8.4.4', '254.0.0.0', '8.200.1.1', false],
    ['8.8.4.4', '0.0.0.0', '9.9.9.9', false],
    ['8.8.4.4', '255.255.255.255', '8.8.4.5', false],
    ['8.8.4.4', '255.255.255.255', '8.8.4.4', true],
    ['8.8.4.4', '255.0.255.0', '8.8.4.5', false],
    ['8.8.4.4', '255.0.255.0', '8.8.4.4', true],
    ['2a00:1450:1:2::7', V6_64, '2a00:1450:1:2::8', true],
    ['2a00:1450:1:2::7', V6_64, '2A00:1450:0001:0002:0:0:0:0', true],
    ['2a00:1450:1:2::7', V6_64, '2a00:1450:1:3::8', false],
    ['2a00:1450:1:2::7', 'ffff:ffff:ffff::', '2a00:1450:1:ffff::8', true],
    ['2a00:1450:1:2::7', 'ffff:ffff::', '2a00:1450:9::8', false],
    ['2a00:1450:1:2::7', '::', '2606:4700::1', false],
    ['2a00:1450:1:2::7', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2a00:1450:1:2::8', false],
    ['2a00:1450:1:2::7', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2a00:1450:1:2::7', true],
    ['2a00:1450:1:2::7', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff0', '2a00:1450:1:2::f', true],
    ['2a00:1450:1:2::7', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff0', '2a00:1450:1:2::10', false],
  ])('of %s, netmask %s: %s is refused: %s', (address, netmask, other, refused) => {
    const interfaces = interfacesOf([address, netmask]);
    expect(policyOf(() => interfaces)(other)).toBe(!refused);
    expect(policyOf(() => interfaces, true)(other)).toBe(true);
  });

  test('of each interface', () => {
    const interfaces = interfacesOf(['8.8.4.4', '255.255.255.0'], ['9.9.9.9', '255.255.255.0']);
    const admits = policyOf(() => interfaces);
    expect(['8.8.4.1', '9.9.9.1', '1.1.1.1'].map(admits)).toEqual([false, false, true]);
  });
});

test('notices changed interfaces within half a minute', () => {
  let nowMs = 0;
  let interfaces = interfacesOf(['8.8.4.4', '255.255.255.0']);
  const own = ownNetwork(
    () => interfaces,
    () => nowMs,
  );
  expect(own().has('8.8.4.1')).toBe(true);
  interfaces = interfacesOf(['9.9.9.9', '255.255.255.0']);
  nowMs = 30_000;
  expect(['8.8.4.1', '9.9.9.1'].map((address) => own().has(address))).toEqual([false, true]);
});

test('admits public addresses if the system hides its interfaces', () => {
  const admits = policyOf(() => {
    throw new Error('EACCES: permission denied, uv_interface_addresses');
  });
  expect(['8.8.8.8', '10.0.0.1'].map(admits)).toEqual([true, false]);
});

test('reads those of this machine', () => {
  expect(ownNetwork()().has('127.0.0.1')).toBe(true);
});
