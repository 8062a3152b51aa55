import { MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { plannedSample } from '../testing/planned.ts';
import { DownEndpoints, type EveryMinuteLimits } from './down-endpoints.ts';
import type { Plan } from './plan.ts';

/** A plan of these endpoints, checked at that interval. */
function planOf(keys: readonly string[], intervalMs = 10 * MINUTE_MS): Plan {
  return new Map(keys.map((key) => [key, plannedSample(key, { key, ownerId: key.slice(0, 1), intervalMs })]));
}

/** The endpoints that are checked every minute after these, the owner's letter first, have gone down in order. */
function downOf(keys: string[], limits: Partial<EveryMinuteLimits> = { all: 4, perOwner: 2 }, plan = planOf(keys)) {
  const down = new DownEndpoints(limits);
  down.follow(plan);
  for (const key of keys) down.add(key, key.slice(0, 1));
  return { down, fast: () => keys.filter((key) => down.isCheckedEveryMinute(key)) };
}

describe('checked every minute', () => {
  test.each<[string, string[], string[]]>([
    ['is what is down', ['a1', 'b1'], ['a1', 'b1']],
    ['are the last of an owner', ['a1', 'a2', 'a3'], ['a2', 'a3']],
    ['are the last of the agent', ['a1', 'a2', 'b1', 'b2', 'c1'], ['a2', 'b1', 'b2', 'c1']],
    ['slows only the owner that is at its limit', ['a1', 'b1', 'b2', 'c1', 'c2', 'c3'], ['b1', 'b2', 'c2', 'c3']],
    ['is what went down again, as the last', ['a1', 'a2', 'a1', 'a3'], ['a1', 'a1', 'a3']],
  ])('%s', (_what, keys, expected) => {
    expect(downOf(keys).fast()).toEqual(expected);
  });

  test('is another one when one recovers: the last of the rest, within its owner’s limit', () => {
    const { down, fast } = downOf(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
    expect(fast()).toEqual(['a3', 'b1', 'b2', 'c1']);
    expect(down.remove('b1')).toBe('a2');
    expect(down.remove('c1')).toBeNull();
    expect(fast()).toEqual(['a2', 'a3', 'b2']);
    expect(down.remove('a1')).toBeNull();
    expect(down.remove('a3')).toBeNull();
    expect(fast()).toEqual(['a2', 'b2']);
  });

  test('is at most 100 of one owner and 500 of the agent', () => {
    const down = new DownEndpoints();
    const keys = Array.from({ length: 2_000 }, (_, index) => `${index % 10}/${index}`);
    const own = Array.from({ length: 200 }, (_, index) => `x/${index}`);
    down.follow(planOf([...keys, ...own]));
    for (const key of keys) down.add(key, key.slice(0, 1));
    expect(keys.filter((key) => down.isCheckedEveryMinute(key))).toEqual(keys.slice(-500));
    for (const key of own) down.add(key, 'x');
    expect(own.filter((key) => down.isCheckedEveryMinute(key))).toEqual(own.slice(-100));
    expect(keys.filter((key) => down.isCheckedEveryMinute(key))).toEqual(keys.slice(-400));
  });

  test.each([
    ['the owner', { checksPerOwner: 3 + 2 * 9 }],
    ['all', { checks: 3 + 1 + 2 * 9 }],
  ])('is as much as a window still holds of %s', (_whose, limits) => {
    const keys = ['a1', 'a2', 'a3'];
    expect(downOf(keys, limits, planOf([...keys, 'b1'])).fast()).toEqual(['a2', 'a3']);
  });

  test('is nothing that has such an interval anyway, and what gets a longer one', () => {
    const { down, fast } = downOf(['a1', 'a2'], {}, planOf(['a1', 'a2'], MINUTE_MS));
    expect(fast()).toEqual([]);
    down.follow(planOf(['a1', 'a2'], 2 * MINUTE_MS));
    expect(fast()).toEqual(['a1', 'a2']);
  });
});
