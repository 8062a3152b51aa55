import { describe, expect, it, test } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incidentSample, NOW } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import {
  displayedLocations,
  type IncidentFilter,
  type IncidentRange,
  isInRange,
  rangeStart,
  selectIncidents,
} from './select-incidents.ts';

const INCIDENTS = [
  { id: 'a', ...incidentSample({ locations: ['tw', 'th'] }) },
  {
    id: 'b',
    ...incidentSample({
      status: 'resolved',
      locations: ['bd'],
      endpoint: { name: 'Login', url: 'https://auth.farwatch.test/%E7%99%BB%E5%BD%95' },
      monitor: { name: 'Accounts' },
    }),
  },
];

const ALL: IncidentFilter = { status: 'all', location: 'all', search: '' };

describe('selectIncidents', () => {
  test.each<[string, Partial<IncidentFilter>, string[]]>([
    ['everything', {}, ['a', 'b']],
    ['active', { status: 'active' }, ['a']],
    ['resolved', { status: 'resolved' }, ['b']],
    ['a location that saw it second', { location: 'th' }, ['a']],
    ['another location', { location: 'bd' }, ['b']],
    ['a name in other case', { search: 'LOGIN' }, ['b']],
    ['part of a URL', { search: 'auth.farwatch' }, ['b']],
    ['part of a URL as displayed', { search: '/登录' }, ['b']],
    ['part of a URL as it is stored', { search: '/%E7%99%BB' }, ['b']],
    ['terms in two fields', { search: '  login   accounts ' }, ['b']],
    ['terms of different incidents', { search: 'login shops' }, []],
    ['the title, which all have', { search: 'downtime' }, ['a', 'b']],
    ['special characters are literal', { search: '.*' }, []],
    ['filters together', { status: 'active', search: 'login' }, []],
  ])('%s', (_, filter, expected) => {
    expect(selectIncidents(INCIDENTS, { ...ALL, ...filter }).map(({ id }) => id)).toEqual(expected);
  });
});

test.each([
  ['24h', 1],
  ['7d', 7],
  ['30d', 30],
] as const)('the range %s starts %d days ago', (range, days) => {
  expect(rangeStart(range, NOW)).toBe(NOW - days * DAY_MS);
});

test.each<[Incident['status'], number, IncidentRange, boolean]>([
  ['resolved', 23, '24h', true],
  ['resolved', 24, '24h', true],
  ['resolved', 25, '24h', false],
  ['resolved', 25, '7d', true],
  ['resolved', 31 * 24, '30d', false],
  ['active', 1, '24h', true],
  ['active', 25, '24h', true],
  ['active', 400 * 24, '30d', true],
])('an incident that is %s and started %d hours ago belongs to %s: %s', (status, hoursAgo, range, expected) => {
  expect(isInRange({ status, triggeredAt: NOW - hoursAgo * HOUR_MS }, range, NOW)).toBe(expected);
});

it('shows where an active incident is seen now, not all locations that saw it', () => {
  const incident = incidentSample({ locations: ['tw', 'th', 'bd'], downLocations: ['th', 'bd'] });
  expect(displayedLocations(incident)).toEqual(['th', 'bd']);
});

it('shows all locations that saw a resolved incident', () => {
  const over = { status: 'resolved', resolvedAt: NOW, downLocations: [] } as const;
  expect(displayedLocations(incidentSample({ ...over, downLocations: [], locations: ['tw', 'bd'] }))).toEqual([
    'tw',
    'bd',
  ]);
});
