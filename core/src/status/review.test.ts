import { describe, expect, it } from 'vitest';
import type { MonitorEndpoint } from '../documents/monitor.ts';
import { monitorEndpointSample, monitorSample, voteSample } from '../testing/samples.ts';
import { disagreeing, endpointsToReview } from './review.ts';
import type { AssignedByLocation, Votes } from './vote.ts';

const LIVE: AssignedByLocation = { tw: { generation: 1, live: true }, th: { generation: 1, live: true } };
const TW_LOST: AssignedByLocation = { ...LIVE, tw: { generation: 1, live: false } };

describe('only endpoints that may change are looked at again', () => {
  it.each<{ rule: string; endpoint: Partial<MonitorEndpoint>; assigned: AssignedByLocation; reviewed: boolean }>([
    {
      rule: 'up by both, one lost: still up',
      endpoint: { votes: { tw: voteSample(), th: voteSample() } },
      assigned: TW_LOST,
      reviewed: false,
    },
    { rule: 'up by the lost one alone', endpoint: { votes: { tw: voteSample() } }, assigned: TW_LOST, reviewed: true },
    {
      rule: 'unknown, and its voter is back',
      endpoint: { status: 'unknown', votes: { tw: voteSample() } },
      assigned: LIVE,
      reviewed: true,
    },
    {
      rule: 'unknown, and stays so',
      endpoint: { status: 'unknown', votes: { tw: voteSample() } },
      assigned: TW_LOST,
      reviewed: false,
    },
    {
      rule: 'a down vote: an incident may hang on it though the status stays',
      endpoint: { votes: { tw: voteSample({ up: false }), th: voteSample() } },
      assigned: LIVE,
      reviewed: true,
    },
    {
      rule: 'a certificate’s warning likewise',
      endpoint: { votes: { tw: voteSample({ certificateEndsAt: 5 }), th: voteSample() } },
      assigned: TW_LOST,
      reviewed: true,
    },
    { rule: 'never checked', endpoint: { status: 'pending' }, assigned: TW_LOST, reviewed: false },
  ])('$rule: $reviewed', ({ endpoint, assigned, reviewed }) => {
    const monitor = monitorSample({ locations: ['tw', 'th'], endpoints: { a: monitorEndpointSample(endpoint) } });
    expect(endpointsToReview(monitor, assigned)).toEqual(reviewed ? ['a'] : []);
  });
});

it.each<{ rule: string; votes: Votes; asked: string[] }>([
  { rule: 'up elsewhere is asked', votes: { tw: voteSample({ up: false }), th: voteSample() }, asked: ['th', 'bd'] },
  {
    rule: 'down elsewhere agrees already',
    votes: { tw: voteSample({ up: false }), th: voteSample({ up: false }), bd: voteSample({ up: false }) },
    asked: [],
  },
  {
    rule: 'after a recovery those that still say down are asked',
    votes: { tw: voteSample(), th: voteSample({ up: false }), bd: voteSample() },
    asked: ['th'],
  },
])('the first to say otherwise makes the other locations look: $rule', ({ votes, asked }) => {
  expect(disagreeing(votes, ['tw', 'th', 'bd'], 'tw')).toEqual(asked);
});
