import { describe, expect, it } from 'vitest';
import type { LocationCode } from '../locations.ts';
import { NOW, voteSample } from '../testing/samples.ts';
import {
  type Assigned,
  type AssignedByLocation,
  countingVotes,
  isNewer,
  lastingVotes,
  type Votes,
  votesAt,
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
    expect(isNewer({ generation: next[0], agentSeq: next[1] }, vote)).toBe(newer);
  });

  it('a later time makes nothing newer', () => {
    const current = voteSample({ generation: 1, agentSeq: 5, since: 1000 });
    expect(isNewer(voteSample({ generation: 1, agentSeq: 4, since: 9_999_999 }), current)).toBe(false);
  });
});

describe('a vote counts while its assignment is live and its generation is the assignment’s', () => {
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
      assigned: { tw: { generation: 5, live: true, formerGeneration: 4 } },
      counts: true,
    },
    {
      rule: 'of the generation handed over to one that is not live',
      locations: both,
      assigned: { tw: { generation: 5, live: false, formerGeneration: 4 } },
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
  expect(votesAt(votes, ['th', 'bd'])).toEqual({ th: votes.th });
});

describe('an up vote in an outage', () => {
  const down = { th: voteSample({ up: false, since: NOW }) };
  const handedOver = { generation: 2, live: true, liveSeq: 9, formerGeneration: 1 };
  it.each<{ rule: string; agentSeq: number; tw: Assigned; lasts: boolean }>([
    {
      rule: 'of an agent that was away since',
      agentSeq: 4,
      tw: { generation: 1, live: true, liveSeq: 5 },
      lasts: true,
    },
    { rule: 'of one that was not', agentSeq: 5, tw: { generation: 1, live: true, liveSeq: 5 }, lasts: false },
    { rule: 'of the former one, away since', agentSeq: 4, tw: { ...handedOver, formerLiveSeq: 5 }, lasts: true },
    { rule: 'of the former one, never away since', agentSeq: 5, tw: { ...handedOver, formerLiveSeq: 5 }, lasts: false },
    { rule: 'of a former one of older documents', agentSeq: 4, tw: handedOver, lasts: false },
  ])('$rule', ({ agentSeq, tw, lasts }) => {
    const votes: Votes = { ...down, tw: voteSample({ generation: 1, agentSeq }) };
    const assigned = { tw, th: { generation: 1, live: true } };
    const lasting = lastingVotes(votes, countingVotes(votes, ['tw', 'th'], assigned), assigned, NOW);
    expect(lasting.tw === undefined).toBe(lasts);
  });
});
