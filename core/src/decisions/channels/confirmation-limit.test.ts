import { expect, test } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { HOUR_MS } from '../../values/time.ts';
import { countConfirmation } from './confirmation-limit.ts';

const HOURS_AGO = (...hours: number[]) => hours.map((each) => NOW - each * HOUR_MS);

test.each([
  ['the first', [], { sentMs: [NOW], retryAfterSec: null }],
  ['the fifth', HOURS_AGO(9, 8, 7, 6), { sentMs: [...HOURS_AGO(9, 8, 7, 6), NOW], retryAfterSec: null }],
  ['the sixth', HOURS_AGO(9, 8, 7, 6, 5), { sentMs: HOURS_AGO(9, 8, 7, 6, 5), retryAfterSec: 15 * 3600 }],
  [
    'the sixth a day after the first',
    HOURS_AGO(24, 8, 7, 6, 5),
    { sentMs: [...HOURS_AGO(8, 7, 6, 5), NOW], retryAfterSec: null },
  ],
])('%s', (_, before, expected) => {
  expect(countConfirmation(before, NOW)).toEqual(expected);
});
