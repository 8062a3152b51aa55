import { describe, expect, it } from 'vitest';
import { voteSample } from '../testing/samples.ts';
import type { LocationCode } from './locations.ts';
import {
  type Assigned,
  type AssignedByLocation,
  countingVotes,
  isNewerVote,
  predatesAbsence,
  type Votes,
  watchedVotes,
} from './vote.ts';

describe('the order of votes is (generation, agentSeq), never time', () => {
  it.each([
    { rule: 'the first vote is newer than none', next: [1, 1], current: undefined, newer: true },
    { rule: 'a higher seq under the same generation', next: [2, 6], current: [2, 5], newer: true },
    { rule: 'the same vote again is not newer', next: [2, 5], current: [2, 5], newer: false },
    { rule: 'a lower seq under the same generation is old', next: [2, 4], current: [2, 5], newer: false },
    { rule: 'a higher generation wins over any seq', next: [3, 1], current: [2, 900], newer: true },
    { rule: 'a lower generation loses with any seq', next: [1, 900], current: [2, 1], newer: false },
  ] as const)('$rule', ({ next, current, newer }) => {
    const vote = current && { generation: current[0], agentSeq: current[1] };
    expect(isNewerVote({ generation: next[0], agentSeq: next[1] }, vote)).toBe(newer);
  });

  it('a later time makes nothing newer', () => {
    const current = voteSample({ generation: 1, agentSeq: 5, since: 1000 });
    expect(isNewerVote(voteSample({ generation: 1, agentSeq: 4, since: 9_999_999 }), current)).toBe(false);
  });
});

describe('a vote counts while its assignment is live and has its generation', () => {
  const votes: Votes = { tw: voteSample({ generation: 4 }) };
  const both: LocationCode[] = ['tw', 'th'];
  it.each<{ rule: string; locations: LocationCode[]; assigned: AssignedByLocation; counts: boolean }>([
    {
      rule: 'live and of its generation',
      locations: both,
      assigned: { tw: { generation: 4, live: true } },
      counts: true,
    },
    { rule: 'not live', locations: both, assigned: { tw: { generation: 4, live: false } }, counts: false },
    {
      rule: 'of the generation before',
      locations: both,
      assigned: { tw: { generation: 5, live: true } },
      counts: false,
    },
    {
      rule: 'of the generation that a live agent handed over',
      locations: both,
      assigned: { tw: { generation: 5, live: true, previousGeneration: 4 } },
      counts: true,
    },
    {
      rule: 'of the generation handed over to one that is not live',
      locations: both,
      assigned: { tw: { generation: 5, live: false, previousGeneration: 4 } },
      counts: false,
    },
    {
      rule: 'of a generation not known yet',
      locations: both,
      assigned: { tw: { generation: 3, live: true } },
      counts: false,
    },
    { rule: 'no assignment there', locations: both, assigned: { th: { generation: 4, live: true } }, counts: false },
    {
      rule: 'a location not watched',
      locations: ['th'],
      assigned: { tw: { generation: 4, live: true } },
      counts: false,
    },
  ])('$rule: $counts', ({ locations, assigned, counts }) => {
    expect(Object.keys(countingVotes(votes, locations, assigned))).toEqual(counts ? ['tw'] : []);
  });
});

it('votes of locations that are no longer watched are dropped, the others stay as they are', () => {
  const votes: Votes = { tw: voteSample(), th: voteSample({ up: false }) };
  expect(watchedVotes(votes, ['th', 'bd'])).toEqual({ th: votes.th });
});

describe('whether a vote predates its agent’s absence', () => {
  const handedOver = { generation: 2, live: true, liveSeq: 9, previousGeneration: 1 };
  it.each<{ rule: string; agentSeq: number; assigned: Assigned | undefined; expected: boolean }>([
    { rule: 'away since', agentSeq: 4, assigned: { generation: 1, live: true, liveSeq: 5 }, expected: true },
    { rule: 'not away since', agentSeq: 5, assigned: { generation: 1, live: true, liveSeq: 5 }, expected: false },
    {
      rule: 'previous agent, away since',
      agentSeq: 4,
      assigned: { ...handedOver, previousLiveSeq: 5 },
      expected: true,
    },
    {
      rule: 'previous agent, not away since',
      agentSeq: 5,
      assigned: { ...handedOver, previousLiveSeq: 5 },
      expected: false,
    },
    { rule: 'previous agent, absence not recorded', agentSeq: 4, assigned: handedOver, expected: false },
    { rule: 'no assignment', agentSeq: 4, assigned: undefined, expected: false },
  ])('$rule: $expected', ({ agentSeq, assigned, expected }) => {
    expect(predatesAbsence(voteSample({ generation: 1, agentSeq }), assigned)).toBe(expected);
  });
});
