import { expect, it } from 'vitest';
import { DAY_MS } from '../../values/time.ts';
import { changedDays, withCarried } from './changed-days.ts';
import type { WindowWithId } from './monitor-occurrences.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const windowSample = (changes: Partial<WindowWithId> = {}): WindowWithId => ({
  id: 'w',
  ownerId: 'owner',
  name: 'Night',
  monitors: null,
  start: '2026-11-17T22:00',
  timeZone: 'UTC',
  durationMin: 60,
  rule: 'FREQ=DAILY',
  endings: {},
  planned: null,
  refreshAt: null,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
});

it.each<[string, WindowWithId | null, WindowWithId | null, number[]]>([
  ['a new window', null, windowSample(), [17, 18, 19]],
  ['a deleted one', windowSample(), null, [17, 18, 19]],
  ['another name', windowSample(), windowSample({ name: 'Other' }), []],
  ['other monitors', windowSample({ monitors: ['b', 'a'] }), windowSample({ monitors: ['a'] }), [17, 18, 19]],
  ['the same monitors', windowSample({ monitors: ['b', 'a'] }), windowSample({ monitors: ['a', 'b'] }), []],
  ['longer, over midnight', windowSample(), windowSample({ durationMin: 150 }), [17, 18, 19, 20]],
  [
    'one that ended early',
    windowSample(),
    windowSample({ endings: { [Date.UTC(2026, 10, 18, 22)]: Date.UTC(2026, 10, 18, 22, 9) } }),
    [18],
  ],
  ['only in the future', windowSample({ start: '2026-11-21T00:00' }), null, []],
])('%s', (_, before, after, expected) => {
  const days = changedDays(before, after, NOW - 35 * DAY_MS, NOW);
  expect(days).toEqual(expected.map((day) => Date.UTC(2026, 10, day)));
});

const at = (day: number, hour = 0) => Date.UTC(2026, 10, day, hour);

it.each<[string, number[], [number, number][], number[]]>([
  ['no incident', [17], [], [17]],
  ['one within a day', [17], [[at(17, 1), at(17, 2)]], [17]],
  ['one over midnight', [17], [[at(17, 22), at(18, 4)]], [17, 18]],
  ['one that ends at midnight', [17], [[at(17, 22), at(18)]], [17]],
  ['one that goes on for days', [18], [[at(16, 22), at(20, 1)]], [18, 19, 20]],
  ['one of another time', [17], [[at(18, 1), at(19, 1)]], [17]],
  [
    'two, one of which follows',
    [16, 18],
    [
      [at(18, 23), at(19, 1)],
      [at(14), at(15)],
    ],
    [16, 18, 19],
  ],
])('%s carries the change', (_, days, incidents, expected) => {
  const ranges = incidents.map(([fromMs, toMs]) => ({ fromMs, toMs }));
  expect(
    withCarried(
      days.map((day) => at(day)),
      ranges,
    ),
  ).toEqual(expected.map((day) => at(day)));
});
