import { expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { lastGapEnd, mayLackPings } from './missed-pings.ts';

const ago = (minutes: number) => NOW - minutes * MINUTE_MS;

it.each([
  ['before the first sweep', { lastRunAt: null, gapEndedAt: null }, null],
  ['a minute after the last sweep', { lastRunAt: ago(1), gapEndedAt: null }, null],
  ['when one sweep was skipped', { lastRunAt: ago(2), gapEndedAt: ago(9) }, ago(9)],
  ['after a gap', { lastRunAt: ago(3), gapEndedAt: null }, NOW],
  ['after another gap, however long the first one is over', { lastRunAt: ago(40), gapEndedAt: ago(42) }, NOW],
])('the last gap, %s', (_, state, expected) => {
  expect(lastGapEnd(state, NOW)).toBe(expected);
});

it.each([
  [null, false],
  [NOW, true],
  [ago(5) + SECOND_MS, true],
  [ago(5), false],
])('after a gap that ended at %s pings may be missing: %s', (gapEndedAt, expected) => {
  expect(mayLackPings({ gapEndedAt }, NOW)).toBe(expected);
});
