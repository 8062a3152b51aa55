import { describe, expect, it } from 'vitest';
import type { LocationCode } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import type { Vote, Votes } from '../../values/vote.ts';
import {
  displayStatusDuringRecheck,
  endpointDisplayStatus,
  failingLocations,
  isUnconfirmed,
  type LatestChecks,
  monitorDisplayStatus,
  monitorStatus,
} from './display-status.ts';

const REQUESTED_AT = 10_000;
const vote = (up: boolean, since = 1_000): Vote => ({ up, generation: 1, agentSeq: 1, since });
const check = (success: boolean, at = REQUESTED_AT + 500) => ({ at, success });
const requested = { atMs: REQUESTED_AT, locations: ['tw', 'th', 'bd'] as LocationCode[] };

describe('endpointDisplayStatus', () => {
  it.each<[string, EndpointStatus, Votes, string, boolean?]>([
    ['is slow if it is up, but slow', 'up', { tw: vote(true) }, 'slow', true],
    ['is partial rather than slow', 'up', { tw: vote(false), th: vote(true), bd: vote(true) }, 'partial', true],
    ['is up if all locations see it up', 'up', { tw: vote(true), th: vote(true) }, 'up'],
    ['is partial if one of several fails', 'up', { tw: vote(false), th: vote(true), bd: vote(true) }, 'partial'],
    [
      'stays partial while the location that saw the failure is silent',
      'up',
      { tw: { ...vote(false), withdrawn: 'memory' } },
      'partial',
    ],
    ['is down if most fail', 'down', { tw: vote(false), th: vote(false), bd: vote(true) }, 'down'],
    ['is unknown whatever the last verdicts were', 'unknown', { tw: vote(false) }, 'unknown'],
    ['is pending before the first verdict', 'pending', {}, 'pending'],
  ])('%s', (_, status, votes, expected, isSlow = false) => {
    const slow = isSlow ? { since: 1 } : null;
    expect(endpointDisplayStatus({ status, votes, slow })).toBe(expected);
  });
});

describe('monitorDisplayStatus', () => {
  const [up, down] = [
    { status: 'up', votes: { tw: vote(true) }, slow: null },
    { status: 'down', votes: { tw: vote(false) }, slow: null },
  ] as const;
  const partial = { status: 'up', votes: { tw: vote(false), th: vote(true) }, slow: null } as const;

  const slow = { ...up, slow: { since: 1 } };

  it.each([
    ['all up', [up, up], 'UP'],
    ['one slow', [up, slow], 'SLOW'],
    ['one slow, one partial', [slow, partial], 'PARTIAL'],
    ['one partial', [up, partial], 'PARTIAL'],
    ['one partial, one down', [partial, down], 'DOWN'],
    ['no endpoints', [], 'UNKNOWN'],
  ] as const)('%s', (_, endpoints, expected) => {
    expect(monitorDisplayStatus(endpoints)).toBe(expected);
  });
});

it('failing locations are in display order, without withdrawn votes', () => {
  const votes = { bd: vote(false), tw: vote(false), th: { ...vote(false), withdrawn: 'memory' as const } };
  expect(failingLocations(votes)).toEqual(['tw', 'bd']);
});

describe('isUnconfirmed', () => {
  it.each<[string, Vote | undefined, { at: number; success: boolean }, boolean]>([
    ['a failure of what is up', vote(true), check(false), true],
    ['a success of what is down', vote(false), check(true), true],
    ['a failure before the first verdict', undefined, check(false), true],
    ['a success before the first verdict', undefined, check(true), false],
    ['a failure of what is down', vote(false), check(false), false],
    ['a success from before it went down', vote(false, REQUESTED_AT + 900), check(true), false],
    ['a success with a withdrawn vote', { ...vote(true), withdrawn: 'memory' }, check(true), false],
  ])('%s', (_, vote, check, expected) => {
    expect(isUnconfirmed(vote, check)).toBe(expected);
  });
});

describe('displayStatusDuringRecheck', () => {
  const allUp: Votes = { tw: vote(true), th: vote(true), bd: vote(true) };
  const allDown: Votes = { tw: vote(false), th: vote(false), bd: vote(false) };
  const checkedEverywhere = (success: boolean): LatestChecks => ({
    tw: check(success),
    th: check(success),
    bd: check(success),
  });

  it.each<[string, EndpointStatus, Votes, LatestChecks, string]>([
    ['all rechecked, nothing changed', 'up', allUp, checkedEverywhere(true), 'up'],
    ['an unconfirmed failure', 'up', allUp, { tw: check(false) }, 'failing'],
    ['three unconfirmed failures', 'up', allUp, checkedEverywhere(false), 'failing'],
    [
      'confirmed at one, others not rechecked',
      'up',
      { ...allUp, tw: vote(false, REQUESTED_AT + 500) },
      { tw: check(false) },
      'failing',
    ],
    [
      'confirmed at one, the others are up',
      'up',
      { ...allUp, tw: vote(false) },
      { ...checkedEverywhere(true), tw: check(false) },
      'partial',
    ],
    ['confirmed', 'down', allDown, checkedEverywhere(false), 'down'],
    ['a success of what is down', 'down', allDown, { tw: check(true) }, 'recovering'],
    [
      'confirmed up at one, others not rechecked',
      'down',
      { ...allDown, tw: vote(true, REQUESTED_AT + 500) },
      { tw: check(true) },
      'recovering',
    ],
    ['up at most, and one unconfirmed', 'up', { ...allUp, bd: vote(false) }, checkedEverywhere(true), 'recovering'],
    ['a failure before the first verdict', 'pending', {}, { tw: check(false) }, 'failing'],
    ['nothing was rechecked', 'up', allUp, {}, 'up'],
  ])('%s', (_, status, votes, checks, expected) => {
    expect(displayStatusDuringRecheck({ status, votes, slow: null }, checks, requested)).toBe(expected);
  });
});

it.each<{ rule: string; statuses: EndpointStatus[]; monitor: string }>([
  { rule: 'no endpoints', statuses: [], monitor: 'UNKNOWN' },
  { rule: 'one up', statuses: ['up'], monitor: 'UP' },
  { rule: 'any down among many up', statuses: ['up', 'up', 'down', 'up'], monitor: 'DOWN' },
  { rule: 'down next to pending and unknown', statuses: ['pending', 'unknown', 'down'], monitor: 'DOWN' },
  { rule: 'one up, the rest unknown', statuses: ['pending', 'unknown', 'up'], monitor: 'UP' },
  { rule: 'all pending', statuses: ['pending', 'pending'], monitor: 'UNKNOWN' },
  { rule: 'all unknown', statuses: ['unknown'], monitor: 'UNKNOWN' },
])('$rule: $monitor', ({ statuses, monitor }) => {
  expect(monitorStatus(statuses)).toBe(monitor);
});
