import type { LookupAddress } from 'node:dns';
import net, { type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createRunCheck } from '../probe/check.ts';
import { closedPort, httpServer } from '../probe/testing/servers.ts';
import { type Connected, connectFirst, familiesInTurn } from './connect-first.ts';
import { localFailureOf } from './local-failure.ts';
import { anyNetwork } from './testing/any-network.ts';

const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });
const deadV6 = (count: number) => Array.from({ length: count }, (_, at) => v6(`2001:db8::${at + 1}`));
const deadV4 = (count: number) => Array.from({ length: count }, (_, at) => v4(`192.0.2.${at + 1}`));
const GOOD = v4('127.0.0.1');

const made: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of made.splice(0)) socket.destroy();
});

/** Connects to what is on this machine; all other addresses are dead: a socket that never connects nor fails. */
function connectHere(to: { host: string; port: number }): Socket {
  const socket = to.host.startsWith('127.') ? net.connect(to) : new net.Socket();
  made.push(socket);
  return socket;
}

/** What came of these addresses within 4 s. */
async function outcome(addresses: readonly LookupAddress[], port: number): Promise<string | undefined> {
  const result = await new Promise<Connected<Socket>>((resolve) => {
    connectFirst(addresses, port, 4_000, resolve, connectHere);
  });
  if (!('socket' in result)) return undefined;
  made.push(result.socket);
  return result.socket.remoteAddress;
}

const server = () => httpServer((_request, response) => response.end('ok'));

describe('among several addresses', () => {
  test.each([
    ['a dead IPv6 before a good IPv4', [...deadV6(1), GOOD], 250],
    ['many dead IPv6 before a good IPv4', [...deadV6(9), GOOD], 250],
    ['nine dead ones before a good one', [...deadV4(9), GOOD], 2_250],
    ['forty dead ones before a good one', [...deadV4(40), GOOD], 3_810],
    ['a good one before a dead one', [GOOD, ...deadV4(1)], 0],
    ['nine that refuse before a good one', [...Array<LookupAddress>(9).fill(v4('127.0.0.2')), GOOD], 0],
  ])('%s', async (_name, addresses, expectedMs) => {
    const port = await server();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const startedMs = performance.now();
    const connected = new Promise<{ result: Connected<Socket>; triedAfterMs: number }>((resolve) => {
      let triedAfterMs = Number.NaN;
      const connect = (to: { host: string; port: number }) => {
        if (to.host === GOOD.address) triedAfterMs = performance.now() - startedMs;
        return connectHere(to);
      };
      connectFirst(addresses, port, 4_000, (result) => resolve({ result, triedAfterMs }), connect);
    });
    await vi.advanceTimersByTimeAsync(expectedMs);
    const { result, triedAfterMs } = await connected;
    if ('socket' in result) made.push(result.socket);
    expect('socket' in result).toBe(true);
    expect(triedAfterMs).toBeCloseTo(expectedMs, -1);
  });

  test('reports the failure at the timeout if the others never respond', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const short = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    const connect = ({ host }: { host: string }) => {
      const socket = new net.Socket();
      made.push(socket);
      if (host === GOOD.address) process.nextTick(() => socket.destroy(short));
      return socket;
    };
    const results: Connected<Socket>[] = [];
    connectFirst([...deadV6(1), GOOD], 80, 4_000, (result) => results.push(result), connect);
    await vi.advanceTimersByTimeAsync(3_999);
    const [result] = results;
    const error = result && 'error' in result ? result.error : null;
    expect(error && (await localFailureOf(error))).toBe('descriptors');
    expect(results).toHaveLength(1);
  });

  test('tries only some of thousands of addresses, within the time for all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    connectFirst(deadV4(4_000), 80, 4_000, () => undefined, connectHere);
    await vi.advanceTimersByTimeAsync(3_000);
    const soFar = made.length;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([soFar, made.length]).toEqual([37, 48]);
  });

  test('closes the other connections', async () => {
    await outcome([...deadV4(3), GOOD], await server());
    const open = made.filter(({ destroyed }) => !destroyed).map(({ remoteAddress }) => remoteAddress);
    expect(new Set(open)).toEqual(new Set(['127.0.0.1']));
  });

  test('all refuse', async () => {
    const network = anyNetwork({ resolve: async () => [v6('::1'), GOOD] });
    const url = `http://host.farwatch.test:${await closedPort()}/`;
    const result = await createRunCheck(network)({ url, check: null }, new AbortController().signal);
    expect(result).toMatchObject({ statusCode: null, error: 'refused' });
  });
});

test('alternates families, starting with the resolver’s first', () => {
  const order = familiesInTurn([v6('::1'), v6('::2'), v6('::3'), v4('10.0.0.1'), v4('10.0.0.2')]);
  expect(order.map(({ address }) => address)).toEqual(['::1', '10.0.0.1', '::2', '10.0.0.2', '::3']);
});
