import { describe, expect, test } from 'vitest';
import { type Bucket, isFull, reserveTokens, takeToken } from './token-bucket.ts';

const RATE = { burst: 3, perSec: 1 };

/** Takes a token at each of these times and returns the waiting times. */
function takeAt(timestampsMs: number[]): (number | null)[] {
  let bucket: Bucket | undefined;
  return timestampsMs.map((nowMs) => {
    const taken = takeToken(bucket, RATE, nowMs);
    bucket = taken.bucket;
    return taken.retryAfterSec;
  });
}

describe('takeToken', () => {
  test.each([
    ['a burst, then nothing', [0, 0, 0, 0, 0], [null, null, null, 1, 1]],
    ['one comes back each second', [0, 0, 0, 999, 1000, 1000, 2500], [null, null, null, 1, null, 1, null]],
    ['never more than the burst', [0, 3_600_000, 3_600_000, 3_600_000, 3_600_000], [null, null, null, null, 1]],
    ['a clock that goes back gives nothing', [10_000, 10_000, 10_000, 0, 10_000], [null, null, null, 1, 1]],
  ])('%s', (_, timestampsMs, answers) => {
    expect(takeAt(timestampsMs)).toEqual(answers);
  });

  test('a slow rate returns a longer wait', () => {
    expect(takeToken({ tokens: 0, at: 0 }, { burst: 1, perSec: 0.1 }, 2_000).retryAfterSec).toBe(8);
  });
});

test('a request that costs more takes all of its tokens or none', () => {
  const first = takeToken(undefined, RATE, 0, 2);
  expect(first).toEqual({ bucket: { tokens: 1, at: 0 }, retryAfterSec: null });
  expect(takeToken(first.bucket, RATE, 0, 3)).toEqual({ bucket: first.bucket, retryAfterSec: 2 });
  expect(takeToken(first.bucket, RATE, 2_000, 3)).toEqual({ bucket: { tokens: 0, at: 2_000 }, retryAfterSec: null });
});

describe('isFull', () => {
  test.each([
    [{ tokens: 2, at: 0 }, 0, false],
    [{ tokens: 2, at: 0 }, 999, false],
    [{ tokens: 2, at: 0 }, 1000, true],
    [{ tokens: 3, at: 0 }, 0, true],
  ])('%j at %d ms: %s', (bucket, nowMs, full) => {
    expect(isFull(bucket, RATE, nowMs)).toBe(full);
  });
});

describe('reserveTokens', () => {
  const reserve = (bucket: Bucket | undefined, count: number, nowMs: number) =>
    reserveTokens(bucket, RATE, { count, mostDebt: 4 }, nowMs);

  test('starts a burst now and the rest one after the other, also after those that were reserved before', () => {
    const first = reserve(undefined, 5, 0);
    expect(first.startsAtMs).toEqual([0, 0, 0, 1000, 2000]);
    const second = reserve(first.bucket, 1, 500);
    expect(second.startsAtMs).toEqual([3000]);
    expect(reserve(second.bucket, 2, 5000).startsAtMs).toEqual([5000, 5000]);
  });

  test('has no more debt than allowed', () => {
    const { bucket, startsAtMs } = reserve(undefined, 20, 0);
    expect(startsAtMs.at(-1)).toBe(4000);
    expect(reserve(bucket, 1, 0).startsAtMs).toEqual([4000]);
  });
});
