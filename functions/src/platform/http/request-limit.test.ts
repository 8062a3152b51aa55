import { describe, expect, it } from 'vitest';
import { requestLimit } from './request-limit.ts';

const RATE = { burst: 1, perSec: 0.001 };
const LONG = 'x'.repeat(128);

it('counts each caller separately', () => {
  const limit = requestLimit(RATE);
  limit.take('ann', 0);
  limit.take('bob', 0);
  expect(() => limit.take('ann', 0)).toThrow('Too many requests');
});

describe('its memory is limited', () => {
  it('by truncating keys longer than any id', () => {
    const limit = requestLimit(RATE);
    limit.take(`${LONG}a`, 0);
    expect(() => limit.take(`${LONG}b`, 0)).toThrow('Too many requests');
  });

  it('by forgetting the oldest caller', () => {
    const limit = requestLimit(RATE, 3);
    for (const key of ['a', 'b', 'c', 'd']) limit.take(key, 0);
    expect(() => limit.take('d', 0)).toThrow('Too many requests');
    expect(() => limit.take('b', 0)).toThrow('Too many requests');
    limit.take('a', 0);
  });

  it('without forgetting active callers', () => {
    const limit = requestLimit(RATE, 3);
    limit.take('a', 0);
    for (const key of ['b', 'c', 'd', 'e', 'f']) {
      limit.take(key, 0);
      expect(() => limit.take('a', 0)).toThrow('Too many requests');
    }
  });
});
