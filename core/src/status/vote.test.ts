import { describe, expect, it } from 'vitest';
import type { LocationCode } from '../locations.ts';
import { voteSample } from '../testing/samples.ts';
import { type AssignedByLocation, countingVotes, isNewer, type Votes, votesAt } from './vote.ts';

describe('the order of votes is (gen, seq), never time', () => {
  it.each([
    { rule: 'the first vote is newer than none', next: [1, 1], current: undefined, newer: true },
    { rule: 'a higher seq under the same gen', next: [2, 6], current: [2, 5], newer: true },
    { rule: 'the same vote again is not newer', next: [2, 5], current: [2, 5], newer: false },
    { rule: 'a lower seq under the same gen is old', next: [2, 4], current: [2, 5], newer: false },
    { rule: 'a higher gen wins over any seq', next: [3, 1], current: [2, 900], newer: true },
    { rule: 'a lower gen loses with any seq', next: [1, 900], current: [2, 1], newer: false },
  ] as const)('$rule', ({ next, current, newer }) => {
    const vote = current && { gen: current[0], seq: current[1] };
    expect(isNewer({ gen: next[0], seq: next[1] }, vote)).toBe(newer);
  });

  it('a later time makes nothing newer', () => {
    const current = voteSample({ gen: 1, seq: 5, since: 1000 });
    expect(isNewer(voteSample({ gen: 1, seq: 4, since: 9_999_999 }), current)).toBe(false);
  });
});

describe('a vote counts while its assignment is live and its gen is the assignment’s', () => {
  const votes: Votes = { tw: voteSample({ gen: 4 }) };
  const both: LocationCode[] = ['tw', 'th'];
  it.each<{ rule: string; locations: LocationCode[]; assigned: AssignedByLocation; counts: boolean }>([
    { rule: 'live and of its gen', locations: both, assigned: { tw: { gen: 4, live: true } }, counts: true },
    { rule: 'not live', locations: both, assigned: { tw: { gen: 4, live: false } }, counts: false },
    { rule: 'of the gen before', locations: both, assigned: { tw: { gen: 5, live: true } }, counts: false },
    {
      rule: 'of the gen that a live agent handed over',
      locations: both,
      assigned: { tw: { gen: 5, live: true, formerGen: 4 } },
      counts: true,
    },
    {
      rule: 'of the gen handed over to one that is not live',
      locations: both,
      assigned: { tw: { gen: 5, live: false, formerGen: 4 } },
      counts: false,
    },
    { rule: 'of a gen not known yet', locations: both, assigned: { tw: { gen: 3, live: true } }, counts: false },
    { rule: 'no assignment there', locations: both, assigned: { th: { gen: 4, live: true } }, counts: false },
    { rule: 'a location not watched', locations: ['th'], assigned: { tw: { gen: 4, live: true } }, counts: false },
  ])('$rule: $counts', ({ locations, assigned, counts }) => {
    expect(Object.keys(countingVotes(votes, locations, assigned))).toEqual(counts ? ['tw'] : []);
  });
});

it('votes of locations that are no longer watched are dropped, the others stay as they are', () => {
  const votes: Votes = { tw: voteSample(), th: voteSample({ up: false }) };
  expect(votesAt(votes, ['th', 'bd'])).toEqual({ th: votes.th });
});
