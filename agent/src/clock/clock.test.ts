import { MINUTE_MS } from '@farwatch/core/time';
import { describe, expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { betterEstimate, estimateFrom } from './estimate.ts';

describe('an estimate', () => {
  test('puts the server’s reading halfway through the call', () => {
    expect(estimateFrom(1_000_000, 100, 300)).toEqual({ offsetMs: 999_800, uncertaintyMs: 100, learntAtMs: 300 });
  });
  const known = { offsetMs: 1_000, uncertaintyMs: 50, learntAtMs: 0 };
  test.each([
    ['a more certain one wins', { offsetMs: 1_020, uncertaintyMs: 20, learntAtMs: 1 }, true],
    ['a less certain one that agrees does not', { offsetMs: 1_100, uncertaintyMs: 60, learntAtMs: 1 }, false],
    ['one that contradicts wins', { offsetMs: 1_200, uncertaintyMs: 60, learntAtMs: 1 }, true],
    ['any wins over a stale one', { offsetMs: 1_100, uncertaintyMs: 90, learntAtMs: 31 * MINUTE_MS }, true],
  ])('%s', (_what, fresh, wins) => {
    expect(betterEstimate(known, fresh)).toBe(wins ? fresh : known);
  });
  test('the first is taken', () => {
    expect(betterEstimate(null, known)).toBe(known);
  });
});

describe('the clock', () => {
  const machine = () => {
    const at = { monotonicMs: 10, wallMs: 5_000_010 };
    const pass = (ms: number) => {
      at.monotonicMs += ms;
      at.wallMs += ms;
    };
    const clock = createClock(
      () => at.monotonicMs,
      () => at.wallMs,
    );
    return { at, pass, clock };
  };

  test('is the wall clock until the server answered, then the server’s', () => {
    const { clock, pass } = machine();
    expect(clock.now()).toBe(5_000_010);
    const sentAtMs = clock.monotonic();
    pass(100);
    clock.learn(6_000_000, sentAtMs);
    expect(clock.now()).toBe(6_000_050);
    expect(clock.wallOffsetMs()).toBe(-999_940);
  });
  test('does not follow a wall clock that is set back', () => {
    const { at, clock } = machine();
    clock.learn(6_000_000, clock.monotonic());
    at.wallMs -= 3_600_000;
    expect(clock.noticeJump()).toBe(-3_600_000);
    expect(clock.now()).toBe(6_000_000);
    expect(clock.noticeJump()).toBe(0);
  });
  test('counts the time slept, and learns anew', () => {
    const { at, clock, pass } = machine();
    clock.learn(6_000_000, clock.monotonic());
    at.wallMs += 60_000;
    expect(clock.noticeJump()).toBe(60_000);
    expect(clock.now()).toBe(6_060_000);
    const sentAtMs = clock.monotonic();
    pass(900);
    clock.learn(6_062_000, sentAtMs);
    expect(clock.now()).toBe(6_062_450);
  });
  test('slow drift is no jump', () => {
    const { at, clock } = machine();
    at.wallMs += 4_000;
    expect(clock.noticeJump()).toBe(0);
  });
});
