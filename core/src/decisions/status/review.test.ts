import { describe, expect, it } from 'vitest';
import type { MonitorEndpoint } from '../../documents/monitor.ts';
import { monitorEndpointSample, monitorSample, voteSample } from '../../testing/samples.ts';
import type { AssignedByLocation, Vote, Votes } from '../../values/vote.ts';
import { causesToRecheck, disagreeingLocations, endpointsToReview, locationsToRecheck } from './review.ts';

const LIVE: AssignedByLocation = { tw: { generation: 1, live: true }, th: { generation: 1, live: true } };
const TW_LOST: AssignedByLocation = { ...LIVE, tw: { generation: 1, live: false } };

describe('only endpoints that may change are reviewed', () => {
  it.each<{ rule: string; endpoint: Partial<MonitorEndpoint>; assigned: AssignedByLocation; reviewed: boolean }>([
    {
      rule: 'up by both, one lost: still up',
      endpoint: { votes: { tw: voteSample(), th: voteSample() } },
      assigned: TW_LOST,
      reviewed: false,
    },
    { rule: 'up only by the lost one', endpoint: { votes: { tw: voteSample() } }, assigned: TW_LOST, reviewed: true },
    {
      rule: 'unknown, and its agent is back',
      endpoint: { status: 'unknown', votes: { tw: voteSample() } },
      assigned: LIVE,
      reviewed: true,
    },
    {
      rule: 'unknown, and remains unknown',
      endpoint: { status: 'unknown', votes: { tw: voteSample() } },
      assigned: TW_LOST,
      reviewed: false,
    },
    {
      rule: 'a down vote: an incident may depend on it though the status remains',
      endpoint: { votes: { tw: voteSample({ up: false }), th: voteSample() } },
      assigned: LIVE,
      reviewed: true,
    },
    {
      rule: 'a certificate warning likewise',
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

it.each<{ rule: string; votes: Votes; rechecked: string[] }>([
  {
    rule: 'locations that are up recheck',
    votes: { tw: voteSample({ up: false }), th: voteSample() },
    rechecked: ['th', 'bd'],
  },
  {
    rule: 'locations that are down agree already',
    votes: { tw: voteSample({ up: false }), th: voteSample({ up: false }), bd: voteSample({ up: false }) },
    rechecked: [],
  },
  {
    rule: 'after a recovery locations that are still down recheck',
    votes: { tw: voteSample(), th: voteSample({ up: false }), bd: voteSample() },
    rechecked: ['th'],
  },
])('a new verdict makes disagreeing locations recheck: $rule', ({ votes, rechecked }) => {
  expect(disagreeingLocations(votes, ['tw', 'th', 'bd'], 'tw')).toEqual(rechecked);
});

describe('which locations recheck an endpoint in an outage', () => {
  const old = voteSample({ agentSeq: 4 });
  const back: AssignedByLocation = { ...LIVE, tw: { generation: 1, live: true, liveSeq: 5 } };
  it.each<{
    rule: string;
    status: 'up' | 'down' | 'unknown';
    tw: Vote;
    assigned: AssignedByLocation;
    rechecked: string[];
  }>([
    { rule: 'one that is back and saw it up before', status: 'down', tw: old, assigned: back, rechecked: ['tw'] },
    { rule: 'also while the status is unknown', status: 'unknown', tw: old, assigned: back, rechecked: ['tw'] },
    { rule: 'not if the status is up', status: 'up', tw: old, assigned: back, rechecked: [] },
    {
      rule: 'not one with a verdict since it is back',
      status: 'down',
      tw: voteSample({ agentSeq: 5 }),
      assigned: back,
      rechecked: [],
    },
    { rule: 'not one that saw it down', status: 'down', tw: { ...old, up: false }, assigned: back, rechecked: [] },
    { rule: 'not one that was never away', status: 'down', tw: old, assigned: LIVE, rechecked: [] },
    { rule: 'not one that is lost', status: 'down', tw: old, assigned: TW_LOST, rechecked: [] },
    {
      rule: 'not for the vote of the previous agent',
      status: 'down',
      tw: old,
      assigned: { ...LIVE, tw: { generation: 2, live: true, liveSeq: 5, previousGeneration: 1, previousLiveSeq: 5 } },
      rechecked: [],
    },
  ])('$rule', ({ status, tw, assigned, rechecked }) => {
    const votes = { tw, th: voteSample({ up: false }) };
    expect(locationsToRecheck({ status, votes, locations: ['tw', 'th'] }, assigned)).toEqual(rechecked);
  });
});

describe('what a failing monitor depends on is checked elsewhere at once', () => {
  const one = monitorEndpointSample({ status: 'up' });
  const gateway = { locations: ['th' as const, 'bd' as const], endpoints: { a: one, b: one } };
  const causeOf = (changed: Partial<MonitorEndpoint>) => ({ ...gateway, endpoints: { a: { ...one, ...changed } } });
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`e${index}`, one]));
  it.each([
    ['each endpoint of a monitor', ['gateway'], gateway, ['a', 'b']],
    ['one that is named', ['gateway/b'], gateway, ['b']],
    [
      'not what the failing agent checks itself',
      ['gateway'],
      { ...gateway, locations: ['tw' as const, 'th' as const] },
      [],
    ],
    ['not what is down already', ['gateway'], causeOf({ status: 'down' }), []],
    ['not what is paused', ['gateway'], causeOf({ status: 'paused' }), []],
    ['not what the server decides', ['gateway'], causeOf({ url: 'heartbeat://a' }), []],
    ['not what is gone', ['other', 'gateway/c'], gateway, []],
    ['twenty at most', ['gateway'], { ...gateway, endpoints: many }, Object.keys(many).slice(0, 20)],
  ])('%s', (_what, dependsOn, cause, expected) => {
    const found = causesToRecheck(dependsOn, new Map([['gateway', cause]]), 'tw');
    expect(found).toEqual(expected.map((endpointId) => ({ endpointId, locations: cause.locations })));
  });
});
