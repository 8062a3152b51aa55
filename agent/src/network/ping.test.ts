import { expect, test } from 'vitest';
import { createRunCheck } from '../probe/check.ts';
import { canPing, repliesIn, runPing } from './ping.ts';
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
