import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { checkErrorOf } from './check-error.ts';
import { localFailureOf } from './local-failure.ts';
import { NO_PING } from './ping.ts';
import { pingEither } from './ping-either.ts';

const V6: LookupAddress = { address: '2001:db8::1', family: 6 };
const OTHER_V6: LookupAddress = { address: '2001:db8::2', family: 6 };
const V4: LookupAddress = { address: '192.0.2.1', family: 4 };
const FROM_ROUTER = { code: 'EHOSTUNREACH' };

type Answer = number[] | { code: string };

/** Pings addresses that answer like this, the others not at all. Gives the result and the addresses that were pinged. */
async function pingOf(addresses: LookupAddress[], answers: Record<string, Answer>, stop = new AbortController()) {
  const pinged: string[] = [];
  const ping = async (address: string) => {
    pinged.push(address);
    const answer = answers[address] ?? [];
    if (!Array.isArray(answer)) throw Object.assign(new Error(answer.code), answer);
    return { address, roundTripsMs: answer, output: `${answer.length} received` };
  };
  const result = await pingEither(addresses, 4, stop.signal, ping).catch((error: Error) => error);
  return { result, pinged };
}

describe('of a host with both families', () => {
  test.each<[what: string, addresses: LookupAddress[], answers: Record<string, Answer>, pinged: string[]]>([
    ['the first replies', [V6, V4], { [V6.address]: [3], [V4.address]: [5] }, [V6.address]],
    ['only the second replies', [V6, OTHER_V6, V4], { [V4.address]: [5] }, [V6.address, V4.address]],
    ['the first has no route', [V6, V4], { [V6.address]: FROM_ROUTER, [V4.address]: [5] }, [V6.address, V4.address]],
    [
      'this ping has no IPv6',
      [V6, V4],
      { [V6.address]: { code: NO_PING }, [V4.address]: [5] },
      [V6.address, V4.address],
    ],
    ['only IPv6 replies', [V4, V6], { [V6.address]: [3] }, [V4.address, V6.address]],
  ])('where %s, that reply counts', async (_what, addresses, answers, pinged) => {
    const address = pinged.at(-1) ?? '';
    expect(await pingOf(addresses, answers)).toMatchObject({
      result: { address, roundTripsMs: answers[address] },
      pinged,
    });
  });

  test.each<[what: string, answers: Record<string, Answer>, expected: unknown[]]>([
    ['unreachable', { [V6.address]: FROM_ROUTER, [V4.address]: FROM_ROUTER }, ['unreachable', null]],
    ['silent and unreachable', { [V4.address]: FROM_ROUTER }, ['timeout', null]],
    ['silent, and this ping has no other', { [V4.address]: { code: NO_PING } }, ['timeout', null]],
    ['silent, and nothing can be opened', { [V4.address]: { code: 'EMFILE' } }, ['timeout', 'descriptors']],
    [
      'beyond this ping',
      { [V6.address]: { code: NO_PING }, [V4.address]: { code: NO_PING } },
      ['network', 'unsupported'],
    ],
  ])('that are %s, the failure is that of both', async (_what, answers, expected) => {
    const { result } = await pingOf([V6, V4], answers);
    if (!(result instanceof Error)) throw new TypeError('it replied');
    expect([checkErrorOf(result), await localFailureOf(result, async () => true)]).toEqual(expected);
  });

  test('that are silent, the first is shown', async () => {
    expect((await pingOf([V6, V4], {})).result).toEqual({
      address: V6.address,
      roundTripsMs: [],
      output: '0 received',
    });
  });

  test('the second is not tried when the time is up', async () => {
    const stop = new AbortController();
    stop.abort();
    expect((await pingOf([V6, V4], { [V4.address]: [5] }, stop)).pinged).toEqual([V6.address]);
  });
});

test('one family is tried once', async () => {
  expect((await pingOf([V6, OTHER_V6], { [OTHER_V6.address]: [3] })).pinged).toEqual([V6.address]);
});
