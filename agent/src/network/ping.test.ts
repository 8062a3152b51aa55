import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRunCheck } from '../probe/check.ts';
import { NO_HOST } from '../probe/testing/type-targets.ts';
import { canPing, NO_PING, pingCommand, repliesIn, runPing } from './ping.ts';
import { anyNetwork } from './testing/any-network.ts';

const { signal } = new AbortController();

test.each<[program: string, output: string, ms: number[]]>([
  [
    'iputils',
    'PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.35 ms\n64 bytes from 192.0.2.1: icmp_seq=3 ttl=64 time=12 ms\n',
    [0.35, 12],
  ],
  [
    'BusyBox',
    '64 bytes from 192.0.2.1: seq=0 ttl=42 time=1.125 ms\n64 bytes from 192.0.2.1: seq=1 ttl=42 time=2 ms\n',
    [1.125, 2],
  ],
  ['macOS', '64 bytes from 192.0.2.1: icmp_seq=0 ttl=58 time=9.203 ms\nRequest timeout for icmp_seq 1\n', [9.203]],
  [
    'a repetition',
    '64 bytes from 192.0.2.1: icmp_seq=1 time=5 ms\n64 bytes from 192.0.2.1: icmp_seq=1 time=9 ms (DUP!)\n',
    [5],
  ],
  ['an error', 'From 192.0.2.9 icmp_seq=1 Destination Host Unreachable\n', []],
])('reads the replies that %s prints', (_program, output, ms) => {
  expect(repliesIn(output)).toEqual(ms);
});

test.each(['-c5', '--help', 'example.com', '192.0.2.1 -f', '', '1'])('%j is not passed to ping', async (address) => {
  await expect(runPing(address, 1, signal)).rejects.toThrow('is not an address');
});

test.each<[platform: NodeJS.Platform, address: string, command: string, endsAfterMs: number | null]>([
  ['linux', '192.0.2.1', 'ping -n -c 4 -i 0.2 -W 2 192.0.2.1', null],
  ['linux', '2001:db8::1', 'ping -n -c 4 -i 0.2 -W 2 2001:db8::1', null],
  ['android', '192.0.2.1', 'ping -n -c 4 -i 0.2 -W 2 192.0.2.1', null],
  ['android', '2001:db8::1', 'ping6 -n -c 4 -i 0.2 -W 2 2001:db8::1', null],
  ['darwin', '192.0.2.1', 'ping -n -c 4 -i 0.2 -W 2000 192.0.2.1', null],
  ['darwin', '2001:db8::1', 'ping6 -n -c 4 -i 0.2 2001:db8::1', 2_600],
  ['freebsd', '192.0.2.1', 'ping -n -c 4 -i 0.2 192.0.2.1', 2_600],
])('on %s it pings %s with %s', (platform, address, command, endsAfterMs) => {
  const { program, args, ...rest } = pingCommand(platform, address, 4);
  expect([[program, ...args].join(' '), rest]).toEqual([command, { endsAfterMs }]);
});

test.each([
  'echo "ping: unknown host $8" >&2; exit 2',
  'echo "ping: bad address \'$8\'" >&2; exit 1',
  'echo "ping: ::1: Address family for hostname not supported" >&2; exit 2',
  'echo "usage: ping [-AaDdfnoQqRrv]" >&2; exit 64',
])('a ping without IPv6 is distinguished from silence: %s', async (script) => {
  const folder = await mkdtemp(join(tmpdir(), 'ping-'));
  await writeFile(join(folder, 'ping'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  try {
    await expect(runPing('::1', 1, signal, 'linux')).rejects.toMatchObject({ code: NO_PING });
  } finally {
    process.env.PATH = path;
    await rm(folder, { recursive: true });
  }
});

test('without a ping the check is unsupported, never down', async () => {
  const path = process.env.PATH;
  process.env.PATH = '/empty';
  try {
    const result = await createRunCheck(anyNetwork())({ url: 'icmp://127.0.0.1', check: null }, signal);
    expect(result).toMatchObject({ localFailure: 'unsupported' });
  } finally {
    process.env.PATH = path;
  }
});

test.skipIf(!(await canPing()))('sends echo requests', async () => {
  const { address, roundTripsMs, output } = await runPing('127.0.0.1', 2, signal);
  expect([address, roundTripsMs.length]).toEqual(['127.0.0.1', 2]);
  expect(output).toContain('2 packets transmitted');
});

test.skipIf(!(await canPing()))('ends a ping that cannot limit its wait, with its summary', async () => {
  const { roundTripsMs, output } = await runPing(NO_HOST, 1, signal, 'freebsd');
  expect(roundTripsMs).toEqual([]);
  expect(output).toContain('1 packets transmitted');
});
