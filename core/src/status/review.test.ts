import { describe, expect, it } from 'vitest';
import type { MonitorEndpoint } from '../documents/monitor.ts';
import { monitorEndpointSample, monitorSample, voteSample } from '../testing/samples.ts';
import { disagreeingLocations, endpointsToReview, locationsToRecheck } from './review.ts';
import type { AssignedByLocation, Vote, Votes } from './vote.ts';

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
  expect(disagreeingLocations(votes, ['tw', 'th', 'bd'], 'tw')).toEqual(asked);
});

describe('who is to check anew what is in an outage', () => {
  const old = voteSample({ agentSeq: 4 });
  const back: AssignedByLocation = { ...LIVE, tw: { generation: 1, live: true, liveSeq: 5 } };
  it.each<{ rule: string; status: 'up' | 'down' | 'unknown'; tw: Vote; assigned: AssignedByLocation; asked: string[] }>(
    [
      { rule: 'who is back and saw it up before', status: 'down', tw: old, assigned: back, asked: ['tw'] },
      { rule: 'also while nothing is known', status: 'unknown', tw: old, assigned: back, asked: ['tw'] },
      { rule: 'not where it is up', status: 'up', tw: old, assigned: back, asked: [] },
      { rule: 'not who said it since', status: 'down', tw: voteSample({ agentSeq: 5 }), assigned: back, asked: [] },
      { rule: 'not who saw it down', status: 'down', tw: { ...old, up: false }, assigned: back, asked: [] },
      { rule: 'not who was never away', status: 'down', tw: old, assigned: LIVE, asked: [] },
      { rule: 'not who is lost', status: 'down', tw: old, assigned: TW_LOST, asked: [] },
      {
        rule: 'not for the vote of the agent before',
        status: 'down',
        tw: old,
        assigned: { ...LIVE, tw: { generation: 2, live: true, liveSeq: 5, previousGeneration: 1, previousLiveSeq: 5 } },
        asked: [],
      },
    ],
  )('$rule', ({ status, tw, assigned, asked }) => {
    const votes = { tw, th: voteSample({ up: false }) };
    expect(locationsToRecheck({ status, votes, locations: ['tw', 'th'] }, assigned)).toEqual(asked);
  });
});
