import { describe, expect, test } from 'vitest';
import { MinutePace } from './minute-pace.ts';

/** Endpoints by name, the owner first; those that are checked every minute after these have gone down in order. */
function paceOf(keys: string[], limits = { all: 4, perOwner: 2 }) {
  const pace = new MinutePace(limits);
  for (const key of keys) pace.wentDown(key, key.slice(0, 1));
  return { pace, fast: () => keys.filter((key) => pace.has(key)) };
}

describe('checked every minute', () => {
  test.each<[string, string[], string[]]>([
    ['is what is down', ['a1', 'b1'], ['a1', 'b1']],
    ['are the last of an owner', ['a1', 'a2', 'a3'], ['a2', 'a3']],
    ['are the last of the agent', ['a1', 'a2', 'b1', 'b2', 'c1'], ['a2', 'b1', 'b2', 'c1']],
    [
      'leaves others theirs where an owner is at its limit',
      ['a1', 'b1', 'b2', 'c1', 'c2', 'c3'],
      ['b1', 'b2', 'c2', 'c3'],
    ],
    ['is what went down again, as the last', ['a1', 'a2', 'a1', 'a3'], ['a1', 'a1', 'a3']],
  ])('%s', (_what, keys, expected) => {
    expect(paceOf(keys).fast()).toEqual(expected);
  });

  test('moves up when one comes back: the last of those that wait, within its owner’s limit', () => {
    const { pace, fast } = paceOf(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
    expect(fast()).toEqual(['a3', 'b1', 'b2', 'c1']);
    expect(pace.leave('b1')).toBe('a2');
    expect(pace.leave('c1')).toBeNull();
    expect(fast()).toEqual(['a2', 'a3', 'b2']);
    expect(pace.leave('a1')).toBeNull();
    expect(pace.leave('a3')).toBeNull();
    expect(fast()).toEqual(['a2', 'b2']);
  });

  test('is at most 100 of one owner and 500 of the agent', () => {
    const pace = new MinutePace();
    const keys = Array.from({ length: 2_000 }, (_, index) => `${index % 10}/${index}`);
    for (const key of keys) pace.wentDown(key, key.slice(0, 1));
    expect(keys.filter((key) => pace.has(key))).toEqual(keys.slice(-500));
    const own = Array.from({ length: 200 }, (_, index) => `x/${index}`);
    for (const key of own) pace.wentDown(key, 'x');
    expect(own.filter((key) => pace.has(key))).toEqual(own.slice(-100));
    expect(keys.filter((key) => pace.has(key))).toEqual(keys.slice(-400));
  });
});
