import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../values/time.ts';
import { hasGivenUp, isDeferredDue, mailingsToRestart, nextMailingsAt } from './mailing-restarts.ts';

/** Minutes since the mailing started. */
test.each([
  [0, false, 10],
  [9, false, 10],
  [10, true, 20],
  [39, true, 40],
  [40, true, 80],
  [80, true, 160],
  [640, true, 1280],
  [1280, true, null],
  [1440, true, null],
  [1441, false, null],
])(
  'after %i minutes a mailing is started again: %j, and looked at next after %j',
  (minutes, isRestarted, nextMinutes) => {
    const mailing = { startedAt: 1000 };
    const nowMs = 1000 + minutes * MINUTE_MS;
    expect(mailingsToRestart([mailing], nowMs)).toEqual(isRestarted ? [mailing] : []);
    expect(nextMailingsAt([mailing], nowMs)).toBe(nextMinutes === null ? null : 1000 + nextMinutes * MINUTE_MS);
  },
);

test('of several mailings the first one decides, and without any nothing is due', () => {
  expect(nextMailingsAt([{ startedAt: 5000 }, { startedAt: 0 }], 0)).toBe(10 * MINUTE_MS);
  expect(nextMailingsAt([], 0)).toBeNull();
});

test.each([
  [0, false],
  [1440, false],
  [1441, true],
])('after %i minutes a mailing has given up on the mail server: %j', (minutes, expected) => {
  expect(hasGivenUp({ startedAt: 1000 }, 1000 + minutes * MINUTE_MS)).toBe(expected);
});

test.each([
  [null, true],
  [0, false],
  [2, false],
  [3, true],
])('recipients deferred %j minutes ago are tried again: %j', (minutes, expected) => {
  const deferredAt = minutes === null ? null : 1000;
  expect(isDeferredDue({ deferredAt }, 1000 + (minutes ?? 0) * MINUTE_MS)).toBe(expected);
});
