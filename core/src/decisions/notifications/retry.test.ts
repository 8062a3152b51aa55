import { expect, test } from 'vitest';
import type { ChannelFailure } from '../../documents/outbox.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { isRefusedForGood, nextTry } from './retry.ts';

const T0 = Date.UTC(2026, 10, 20);

/** The times since the first failure, ms, of a channel that fails for so long. */
function tries(code: ChannelFailure['code'], forMs: number): number[] {
  const times = [0];
  for (let nowMs = T0; ; ) {
    nowMs = nextTry({ code, since: T0 }, nowMs);
    if (nowMs > T0 + forMs) return times;
    times.push(nowMs - T0);
  }
}

test.each(['unreachable', 'refused', 'target_not_found', 'busy'] as const)(
  'a channel that fails (%s) is tried soon at first, then less and less often',
  (code) => {
    expect(tries(code, 2 * MINUTE_MS)).toEqual([0, 10, 30, 70].map((sec) => sec * SECOND_MS));
    const times = tries(code, DAY_MS);
    const waits = times.slice(1).map((each, index) => each - (times[index] ?? 0));
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(waits.filter((each) => each <= MINUTE_MS).length).toBeGreaterThan(10);
    expect(times.length).toBeLessThan(90);
    expect(waits.at(-1)).toBe(HOUR_MS);
  },
);

test('times of tries are whole milliseconds, as documents have them', () => {
  expect(nextTry({ code: 'busy', since: T0 }, T0 + 660_586)).toBe(T0 + 660_586 + 66_059);
});

test('a message that is refused is tried eight times within two hours, if nothing else is to be sent', () => {
  const minutes = tries('message_rejected', 2 * HOUR_MS).map((ms) => ms / MINUTE_MS);
  expect(minutes).toEqual([0, 1, 2, 4, 8, 16, 32, 64]);
  expect(tries('message_rejected', 7 * DAY_MS).length).toBeLessThan(40);
});

test.each([
  ['message_rejected', 7, false],
  ['message_rejected', 8, true],
  ['unreachable', 100, false],
  ['refused', 100, false],
] as const)('%s, tried %i times: refused for good: %s', (code, count, expected) => {
  expect(isRefusedForGood({ code, tries: count })).toBe(expected);
});
