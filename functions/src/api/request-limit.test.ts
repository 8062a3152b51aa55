import { describe, expect, it } from 'vitest';
import { requestLimit } from './request-limit.ts';

const RATE = { burst: 1, perSec: 0.001 };
const LONG = 'x'.repeat(128);

it('counts each on its own', () => {
  const limit = requestLimit(RATE);
  limit.take('ann', 0);
  limit.take('bob', 0);
  expect(() => limit.take('ann', 0)).toThrow('Too many requests');
});

describe('what it remembers is bounded', () => {
  it('in its keys: of what is longer than any id only a part counts', () => {
    const limit = requestLimit(RATE);
    limit.take(`${LONG}a`, 0);
    expect(() => limit.take(`${LONG}b`, 0)).toThrow('Too many requests');
  });

  it('in their number, also while none of them is full again: the oldest is forgotten', () => {
    const limit = requestLimit(RATE, 3);
    for (const key of ['a', 'b', 'c', 'd']) limit.take(key, 0);
    expect(() => limit.take('d', 0)).toThrow('Too many requests');
    expect(() => limit.take('b', 0)).toThrow('Too many requests');
    limit.take('a', 0);
  });

  it('active callers are not forgotten', () => {
    const limit = requestLimit(RATE, 3);
    limit.take('a', 0);
    for (const key of ['b', 'c', 'd', 'e', 'f']) {
      limit.take(key, 0);
      expect(() => limit.take('a', 0)).toThrow('Too many requests');
    }
  });
});
