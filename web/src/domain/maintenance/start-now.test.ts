import { expect, it } from 'vitest';
import { startNow } from './start-now.ts';

it.each([
  ['2026-07-15T10:05:59Z', 'Asia/Taipei', { start: '2026-07-15T18:05', timeZone: 'Asia/Taipei' }],
  // London's clock shows 01:30 twice that night; this is the first, then the second.
  ['2026-10-25T00:30:00Z', 'Europe/London', { start: '2026-10-25T01:30', timeZone: 'Europe/London' }],
  ['2026-10-25T01:30:00Z', 'Europe/London', { start: '2026-10-25T01:30', timeZone: 'UTC' }],
])('a start at %s in %s', (at, timeZone, expected) => {
  expect(startNow(Date.parse(at), timeZone)).toEqual(expected);
});
