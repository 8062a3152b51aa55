import type { IncidentMark, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample } from '@farwatch/core/testing/samples';
import { describe, expect, it } from 'vitest';
import { acknowledgersOf, problemOf, rowsWithProblems } from './attention.ts';

const vote = (up: boolean, since = 5) => ({ up, generation: 1, agentSeq: 1, since });
const endpoint = (status: MonitorEndpoint['status'], votes: MonitorEndpoint['votes'], since = 1): MonitorEndpoint => {
  return monitorEndpointSample({ status, since, votes });
};
const up = endpoint('up', { tw: vote(true), th: vote(true) });
const down = endpoint('down', { tw: vote(false), th: vote(false) }, 20);
const partial = endpoint('up', { tw: vote(true), bd: vote(false, 7) });

describe('problemOf', () => {
  it.each([
    ['all endpoints are up', [up, up], null],
    ['the status is unknown', [endpoint('unknown', { tw: vote(false) })], null],
    ['one endpoint is down', [up, down], { kind: 'down', count: 1, total: 2, locations: ['tw', 'th'], sinceMs: 20 }],
    [
      'one endpoint fails at some locations',
      [up, partial],
      { kind: 'partial', count: 1, total: 2, locations: ['bd'], sinceMs: 7 },
    ],
    [
      'two endpoints are down and one fails at some locations',
      [down, { ...down, since: 12, votes: { bd: vote(false) } }, partial],
      { kind: 'down', count: 2, total: 3, locations: ['tw', 'th', 'bd'], sinceMs: 12 },
    ],
    [
      'an endpoint fails at a location whose vote is withdrawn',
      [endpoint('up', { tw: vote(true), bd: { ...vote(false, 7), withdrawn: 'memory' } })],
      { kind: 'partial', count: 1, total: 1, locations: [], sinceMs: 7 },
    ],
  ] as const)('%s', (_, endpoints, expected) => {
    expect(problemOf(endpoints)).toEqual(expected);
  });
});

describe('acknowledgersOf', () => {
  const person = (name: string) => ({ name, channelName: null });
  const mark = (endpoint: string, name: string | null, endedAt: number | null = null): IncidentMark => ({
    at: 1,
    location: 'tw',
    endpoint,
    endedAt,
    ...(name !== null && { acknowledgedBy: person(name) }),
  });
  const endpoints = { a: down, b: partial, c: up };
  it.each([
    ['all that fail are acknowledged', [mark('a', 'Ann'), mark('b', 'Bob')], ['Ann', 'Bob']],
    ['by the same person', [mark('a', 'Ann'), mark('b', 'Ann')], ['Ann']],
    ['one that fails is not', [mark('a', 'Ann'), mark('b', null)], []],
    ['one was in an earlier incident', [mark('a', 'Ann'), mark('b', 'Bob', 2)], []],
  ])('%s', (_, incidents, expected) => {
    expect(acknowledgersOf({ endpoints, incidents })).toEqual(expected.map(person));
  });
});

it('sorts down before partial, then the latest first', () => {
  const row = (name: string, kind: 'down' | 'partial' | null, sinceMs: number) => ({
    name,
    problem: kind && { kind, count: 1, total: 1, locations: [], sinceMs },
  });
  const rows = [row('a', 'partial', 9), row('b', 'down', 1), row('c', null, 0), row('d', 'down', 5)];
  expect(rowsWithProblems(rows).map(({ name }) => name)).toEqual(['d', 'b', 'a']);
});
