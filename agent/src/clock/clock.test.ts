import { HOUR_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { bootId, createClock, type Move, offsetAfter } from './clock.ts';

const answer = (serverAtMs: number, sentAtMs: number, receivedAtMs: number) => ({ serverAtMs, sentAtMs, receivedAtMs });

test.each([
  ['stays where an answer allows it', 1_000, answer(5_000, 3_900, 4_100), 1_000],
  ['moves as little as a quicker answer demands', 1_000, answer(5_000, 3_970, 3_980), 1_020],
  ['follows an answer that contradicts it', 1_000, answer(9_000, 4_000, 4_010), 4_990],
  ['moves back to the upper bound', 1_000, answer(5_000, 4_100, 4_200), 900],
])('an offset %s', (_what, offsetMs, received, expected) => {
  expect(offsetAfter(offsetMs, received)).toBe(expected);
});

/** A machine of which each clock can be moved; it started an hour before this process. */
function machine(boot = 'boot1') {
  const at = { monotonicMs: 10, wallMs: 5_000_010, uptimeMs: HOUR_MS };
  const pass = (ms: number) => {
    at.monotonicMs += ms;
    at.wallMs += ms;
    at.uptimeMs += ms;
  };
  const sleep = (ms: number) => {
    at.wallMs += ms;
    at.uptimeMs += ms;
  };
  const set = (ms: number) => {
    at.wallMs += ms;
  };
  const start = () =>
    createClock(
      () => at.monotonicMs,
      () => at.wallMs,
      () => at.uptimeMs,
      boot,
    );
  const clock = start();
  const moves: Move[] = [];
  clock.onMove((move) => moves.push(move));
  return { at, pass, sleep, set, clock, moves, start };
}

/** The same, after the server has sent the time: 6,000,000. */
function synced() {
  const all = machine();
  all.clock.learn(6_000_000, all.clock.elapsed());
  all.moves.splice(0);
  return all;
}

describe('the clock', () => {
  test('is the wall clock until the server answered, then the server’s', () => {
    const { clock, pass, moves } = machine();
    expect([clock.now(), clock.isKnown()]).toEqual([5_000_010, false]);
    const sentAtMs = clock.elapsed();
    pass(100);
    clock.learn(6_000_000, sentAtMs);
    expect([clock.now(), clock.isKnown()]).toEqual([6_000_000, true]);
    expect(clock.wallOffsetMs()).toBe(-999_890);
    expect(moves).toEqual([{ byMs: 999_890, guessedFromMs: 5_000_010 }]);
  });

  test.each([
    ['three hours forward', 3 * HOUR_MS],
    ['three hours back', -3 * HOUR_MS],
  ])('does not follow a wall clock that is set: %s', (_what, byMs) => {
    const { set, clock, moves, pass } = synced();
    set(byMs);
    expect(clock.noticeJump()).toEqual({ sleptMs: 0, setMs: byMs });
    expect(clock.now()).toBe(6_000_000);
    expect(clock.noticeJump()).toEqual({ sleptMs: 0, setMs: 0 });
    pass(1_000);
    clock.learn(6_001_000, clock.elapsed());
    expect(moves).toEqual([{ byMs: 0, guessedFromMs: 6_000_000 }]);
  });

  test('counts the time slept, and learns the time again', () => {
    const { clock, pass, sleep } = synced();
    sleep(60_000);
    expect(clock.noticeJump()).toEqual({ sleptMs: 60_000, setMs: 0 });
    expect(clock.now()).toBe(6_060_000);
    const sentAtMs = clock.elapsed();
    pass(900);
    clock.learn(6_062_000, sentAtMs);
    expect(clock.now()).toBe(6_062_000);
  });

  test('asleep and set at once: the sleep counts, the setting does not', () => {
    const { clock, sleep, set } = synced();
    sleep(HOUR_MS);
    set(3 * HOUR_MS);
    expect(clock.sleptMs()).toBe(HOUR_MS);
    expect(clock.now()).toBe(6_000_000 + HOUR_MS);
    expect(clock.noticeJump()).toEqual({ sleptMs: HOUR_MS, setMs: 3 * HOUR_MS });
  });

  test('an answer that came after a sleep, to a call from before it, is ignored', () => {
    const { clock, sleep, moves } = synced();
    const sentAtMs = clock.elapsed();
    sleep(HOUR_MS);
    clock.learn(6_000_000, sentAtMs);
    expect([clock.now(), clock.isKnown()]).toEqual([6_000_000 + HOUR_MS, false]);
    expect(moves).toEqual([]);
  });

  test('a suspended machine is corrected by the next answer', () => {
    const { clock, set, moves } = synced();
    set(HOUR_MS);
    clock.noticeJump();
    clock.learn(6_000_000 + HOUR_MS, clock.elapsed());
    expect(clock.now()).toBe(6_000_000 + HOUR_MS);
    expect(moves).toEqual([{ byMs: HOUR_MS, guessedFromMs: 6_000_000 }]);
  });

  test('an answer that moves the time far notifies listeners, one that moves it a little does not', () => {
    const { clock, moves } = synced();
    clock.learn(6_004_000, clock.elapsed());
    expect(moves).toEqual([]);
    clock.learn(6_064_000, clock.elapsed());
    expect(moves).toEqual([{ byMs: 60_000, guessedFromMs: null }]);
  });

  test('slow drift is no jump while the server answers', () => {
    const { clock, set } = synced();
    for (let round = 1; round <= 5; round += 1) {
      set(4_000);
      expect(clock.noticeJump()).toEqual({ sleptMs: 0, setMs: 0 });
      clock.learn(6_000_000, clock.elapsed());
    }
  });

  test('goes on without an uptime', () => {
    const { at, pass } = machine();
    const clock = createClock(
      () => at.monotonicMs,
      () => at.wallMs,
      () => Number.NaN,
    );
    clock.learn(6_000_000, clock.elapsed());
    pass(1_000);
    expect(clock.now()).toBe(6_001_000);
  });
});

describe('a timestamp', () => {
  test('is a guess until the server sends the time, and can be corrected then', () => {
    const { clock, pass } = machine();
    const { atMs, guess: guessed } = clock.stamp(clock.elapsed());
    expect(atMs).toBe(5_000_010);
    if (!guessed) throw new Error('no guess');
    expect(clock.correctionOf(guessed)).toBeNull();
    pass(1_000);
    clock.learn(6_001_000, clock.elapsed());
    expect(clock.correctionOf(guessed)).toBe(999_990);
    expect(clock.stamp(clock.elapsed())).toEqual({ atMs: 6_001_000, guess: null });
  });

  test('of a previous process can be corrected while the machine runs on, also when its clock was set and it slept', () => {
    const { clock, start, pass, sleep, set, at } = machine();
    const { atMs, guess: guessed } = clock.stamp(clock.elapsed());
    if (!guessed) throw new Error('no guess');
    set(3 * HOUR_MS);
    sleep(HOUR_MS);
    pass(1_000);
    at.monotonicMs = 7;
    const next = start();
    next.learn(50_000_000, next.elapsed());
    expect(atMs + Number(next.correctionOf(guessed))).toBe(50_000_000 - HOUR_MS - 1_000);
  });

  test('of a time before the machine restarted can never be corrected', () => {
    const { guess: guessed } = machine('boot0').clock.stamp(0);
    if (!guessed) throw new Error('no guess');
    expect(machine().clock.correctionOf(guessed)).toBeNull();
    expect(synced().clock.correctionOf(guessed)).toBe('never');
  });
});

test('the boot id is the same for each call', () => {
  expect(bootId()).toMatch(/^\w{8,}$/);
  expect(bootId('/missing')).not.toBe(bootId('/missing'));
});
