import { expect, test } from 'vitest';
import { isInMaintenance, occurrenceAt } from './in-maintenance.ts';

/** Two that overlap, one that follows without a gap, one later. */
const OCCURRENCES = [
  { id: 'a', name: 'A', startsAt: 100, endsAt: 200 },
  { id: 'b', name: 'B', startsAt: 150, endsAt: 300 },
  { id: 'c', name: 'C', startsAt: 300, endsAt: 320 },
  { id: 'd', name: 'D', startsAt: 400, endsAt: 500 },
];

test.each([
  ['before', 99, null],
  ['its start', 100, { id: 'a', endsAt: 320 }],
  ['only the second', 250, { id: 'b', endsAt: 320 }],
  ['an end is outside', 320, null],
  ['alone', 499, { id: 'd', endsAt: 500 }],
])('the occurrence at a time continues as long as those that follow it: %s', (_, atMs, found) => {
  const occurrence = occurrenceAt(OCCURRENCES, atMs);
  expect(occurrence && { id: occurrence.id, endsAt: occurrence.endsAt }).toEqual(found);
});

test.each([
  [100, 320, true],
  [100, 321, false],
  [99, 200, false],
  [150, 450, false],
  [400, 400, true],
  [500, 500, false],
])('all from %i to %i is in maintenance: %s', (fromMs, toMs, isAll) => {
  expect(isInMaintenance(OCCURRENCES, fromMs, toMs)).toBe(isAll);
});
