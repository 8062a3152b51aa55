import { MINUTE_MS } from '@farwatch/core/time';
import { describe, expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { type Estimate, estimateAfter, guess } from './estimate.ts';

const answer = (serverAtMs: number, sentAtMs: number, receivedAtMs: number) => ({ serverAtMs, sentAtMs, receivedAtMs });

describe('an estimate', () => {
  const known: Estimate = { offsetMs: 1_000, lowMs: 950, highMs: 1_050, learntAtMs: 0 };
  test.each([
    ['stays where an answer allows it', answer(5_000, 3_900, 4_100), { offsetMs: 1_000, lowMs: 950, highMs: 1_050 }],
    [
      'is bounded closer by a quicker answer',
      answer(5_000, 3_990, 4_010),
      { offsetMs: 1_000, lowMs: 990, highMs: 1_010 },
    ],
    ['is moved as far as it must', answer(5_000, 3_970, 3_980), { offsetMs: 1_020, lowMs: 1_020, highMs: 1_030 }],
    [
      'begins anew with an answer that contradicts',
      answer(9_000, 4_000, 4_010),
      { offsetMs: 4_990, lowMs: 4_990, highMs: 5_000 },
    ],
    [
      'begins anew when stale',
      answer(2_001_200, 2_000_000, 2_000_100),
      { offsetMs: 1_100, lowMs: 1_100, highMs: 1_200 },
    ],
  ])('%s', (_what, told, expected) => {
    expect(estimateAfter(known, told)).toMatchObject(expected);
  });
  test('that is a guess stands if a slow answer allows it, and else is put right', () => {
    expect(estimateAfter(guess(1_000, 0), answer(5_000, 2_000, 4_100)).offsetMs).toBe(1_000);
    expect(estimateAfter(guess(0, 0), answer(5_000, 3_900, 4_100)).offsetMs).toBe(900);
  });
  test('is stale half an hour after its bounds were begun', () => {
    const late = answer(1_000 + 31 * MINUTE_MS, 31 * MINUTE_MS - 500, 31 * MINUTE_MS + 500);
    expect(estimateAfter(known, late)).toMatchObject({ lowMs: 500, highMs: 1_500, learntAtMs: 31 * MINUTE_MS + 500 });
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
    expect(clock.now()).toBe(6_000_000);
    expect(clock.wallOffsetMs()).toBe(-999_890);
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
    expect(clock.now()).toBe(6_062_000);
  });
  test('slow drift is no jump', () => {
    const { at, clock } = machine();
    at.wallMs += 4_000;
    expect(clock.noticeJump()).toBe(0);
  });
});
