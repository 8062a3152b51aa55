import { describe, expect, it } from 'vitest';
import type { LocationCode } from '../locations.ts';
import {
  displayStatusDuringRecheck,
  endpointDisplayStatus,
  failingLocations,
  isUnconfirmed,
  type LatestChecks,
  monitorDisplayStatus,
} from './display-status.ts';
import type { EndpointStatus } from './status.ts';
import type { Vote, Votes } from './vote.ts';

const ASKED = 10_000;
const vote = (up: boolean, since = 1_000): Vote => ({ up, generation: 1, agentSeq: 1, since });
const check = (success: boolean, at = ASKED + 500) => ({ at, success });
const asked = { atMs: ASKED, locations: ['tw', 'th', 'bd'] as LocationCode[] };

describe('endpointDisplayStatus', () => {
  it.each<[string, EndpointStatus, Votes, string]>([
    ['is up where all say so', 'up', { tw: vote(true), th: vote(true) }, 'up'],
    ['is partial where one of several fails', 'up', { tw: vote(false), th: vote(true), bd: vote(true) }, 'partial'],
    ['stays partial while who saw it fail is silent', 'up', { tw: { ...vote(false), withdrawn: 'memory' } }, 'partial'],
    ['is down where most fail', 'down', { tw: vote(false), th: vote(false), bd: vote(true) }, 'down'],
    ['is unknown whatever was said last', 'unknown', { tw: vote(false) }, 'unknown'],
    ['is pending before the first word', 'pending', {}, 'pending'],
  ])('%s', (_, status, votes, expected) => {
    expect(endpointDisplayStatus({ status, votes })).toBe(expected);
  });
});

describe('monitorDisplayStatus', () => {
  const [up, down] = [
    { status: 'up', votes: { tw: vote(true) } },
    { status: 'down', votes: { tw: vote(false) } },
  ] as const;
  const partial = { status: 'up', votes: { tw: vote(false), th: vote(true) } } as const;

  it.each([
    ['all up', [up, up], 'UP'],
    ['one partial', [up, partial], 'PARTIAL'],
    ['one partial, one down', [partial, down], 'DOWN'],
    ['nothing in it', [], 'UNKNOWN'],
  ] as const)('%s', (_, endpoints, expected) => {
    expect(monitorDisplayStatus(endpoints)).toBe(expected);
  });
});

it('names where it fails now, in order, without who has no say', () => {
  const votes = { bd: vote(false), tw: vote(false), th: { ...vote(false), withdrawn: 'memory' as const } };
  expect(failingLocations(votes)).toEqual(['tw', 'bd']);
});

describe('isUnconfirmed', () => {
  it.each<[string, Vote | undefined, { at: number; success: boolean }, boolean]>([
    ['a failure of what is up', vote(true), check(false), true],
    ['a success of what is down', vote(false), check(true), true],
    ['a failure before the first word', undefined, check(false), true],
    ['a success before the first word', undefined, check(true), false],
    ['a failure of what is down', vote(false), check(false), false],
    ['a success from before it went down', vote(false, ASKED + 900), check(true), false],
    ['what an agent found that has no say now', { ...vote(true), withdrawn: 'memory' }, check(true), false],
  ])('%s', (_, known, found, expected) => {
    expect(isUnconfirmed(known, found)).toBe(expected);
  });
});

describe('displayStatusDuringRecheck', () => {
  const allUp: Votes = { tw: vote(true), th: vote(true), bd: vote(true) };
  const allDown: Votes = { tw: vote(false), th: vote(false), bd: vote(false) };
  const answered = (success: boolean): LatestChecks => ({ tw: check(success), th: check(success), bd: check(success) });

  it.each<[string, EndpointStatus, Votes, LatestChecks, string]>([
    ['all answered as before', 'up', allUp, answered(true), 'up'],
    ['a failure that is not confirmed', 'up', allUp, { tw: check(false) }, 'failing'],
    ['a failure that is not confirmed, of three that failed', 'up', allUp, answered(false), 'failing'],
    [
      'confirmed at one, the others not heard',
      'up',
      { ...allUp, tw: vote(false, ASKED + 500) },
      { tw: check(false) },
      'failing',
    ],
    [
      'confirmed at one, the others are up',
      'up',
      { ...allUp, tw: vote(false) },
      { ...answered(true), tw: check(false) },
      'partial',
    ],
    ['confirmed', 'down', allDown, answered(false), 'down'],
    ['an answer of what is down', 'down', allDown, { tw: check(true) }, 'recovering'],
    [
      'confirmed back at one, the others not heard',
      'down',
      { ...allDown, tw: vote(true, ASKED + 500) },
      { tw: check(true) },
      'recovering',
    ],
    ['back at most, and one not sure', 'up', { ...allUp, bd: vote(false) }, answered(true), 'recovering'],
    ['a failure before the first word', 'pending', {}, { tw: check(false) }, 'failing'],
    ['nothing was looked at', 'up', allUp, {}, 'up'],
  ])('%s', (_, status, votes, checks, expected) => {
    expect(displayStatusDuringRecheck({ status, votes }, checks, asked)).toBe(expected);
  });
});
