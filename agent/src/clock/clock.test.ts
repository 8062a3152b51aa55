import { HOUR_MS, MINUTE_MS } from '@farwatch/core/time';
import { describe, expect, test } from 'vitest';
import { bootId, createClock, type Move } from './clock.ts';
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

/** The same, and the server has said the time: 6,000,000. */
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

  test('counts the time slept, and learns anew', () => {
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

  test('an answer that came after a sleep, to a call from before it, tells nothing', () => {
    const { clock, sleep, moves } = synced();
    const sentAtMs = clock.elapsed();
    sleep(HOUR_MS);
    clock.learn(6_000_000, sentAtMs);
    expect([clock.now(), clock.isKnown()]).toEqual([6_000_000 + HOUR_MS, false]);
    expect(moves).toEqual([]);
  });

  test('a machine that was stopped as a whole is put right by the next answer', () => {
    const { clock, set, moves } = synced();
    set(HOUR_MS);
    clock.noticeJump();
    clock.learn(6_000_000 + HOUR_MS, clock.elapsed());
    expect(clock.now()).toBe(6_000_000 + HOUR_MS);
    expect(moves).toEqual([{ byMs: HOUR_MS, guessedFromMs: 6_000_000 }]);
  });

  test('an answer that moves the time far is told, one that moves it a little is not', () => {
    const { clock, moves } = synced();
    clock.learn(6_004_000, clock.elapsed());
    expect(moves).toEqual([]);
    clock.learn(6_064_000, clock.elapsed());
    expect(moves).toEqual([{ byMs: 60_000, guessedFromMs: null }]);
  });

  test('slow drift is no jump, however long it goes on beside the server’s answers', () => {
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

describe('a stamp', () => {
  test('is a guess until the server said the time, and can be put right then', () => {
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

  test('of a former process can be put right while the machine runs on, also when its clock was set and it slept', () => {
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

  test('of a time before the machine started anew can never be put right', () => {
    const { guess: guessed } = machine('boot0').clock.stamp(0);
    if (!guessed) throw new Error('no guess');
    expect(machine().clock.correctionOf(guessed)).toBeNull();
    expect(synced().clock.correctionOf(guessed)).toBe('never');
  });
});

test('the boot’s name is the same for all who ask', () => {
  expect(bootId()).toMatch(/^\w{8,}$/);
  expect(bootId('/nowhere')).not.toBe(bootId('/nowhere'));
});

test('the uptime, which is a file, is read only where the wall clock says that there was a jump', () => {
  let [nowMs, aheadMs, reads] = [1_000, 0, 0];
  const uptime = () => {
    reads += 1;
    return 5_000 + nowMs + aheadMs;
  };
  const clock = createClock(
    () => nowMs,
    () => 1_800_000_000_000 + nowMs + aheadMs,
    uptime,
    'boot1',
  );
  const atStart = reads;
  for (let check = 0; check < 100; check += 1) {
    nowMs += 100;
    expect(clock.sleptMs()).toBe(0);
  }
  expect(reads).toBe(atStart);
  aheadMs = HOUR_MS;
  expect(clock.sleptMs()).toBe(HOUR_MS);
  expect(reads).toBe(atStart + 1);
});
