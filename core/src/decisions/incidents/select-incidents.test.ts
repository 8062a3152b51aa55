import { describe, expect, it, test } from 'vitest';
import { incidentSample, NOW, outageSample } from '../../testing/samples.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import {
  displayedLocations,
  displayedPeriod,
  type IncidentFilter,
  rangeStart,
  selectIncidents,
} from './select-incidents.ts';

const assigned = (uid: string) => ({ uid, name: uid, by: { name: 'Ann', channelName: null }, createdAt: NOW });

const INCIDENTS = [
  { id: 'a', ...incidentSample({ locations: ['tw', 'th'], assignees: [assigned('bob'), assigned('ann')] }) },
  {
    id: 'b',
    ...incidentSample({
      status: 'resolved',
      severity: 'minor',
      locations: ['bd'],
      assignees: [assigned('ann'), assigned('')],
      monitorId: 'accounts',
      endpoint: { name: 'Login', url: 'https://auth.farwatch.test/%E7%99%BB%E5%BD%95' },
      monitor: { name: 'Accounts' },
    }),
  },
];

const ALL: IncidentFilter = {
  status: 'all',
  location: 'all',
  severity: 'all',
  monitorIds: null,
  assigneeId: null,
  search: '',
};

describe('selectIncidents', () => {
  test.each<[string, Partial<IncidentFilter>, string[]]>([
    ['everything', {}, ['a', 'b']],
    ['active', { status: 'active' }, ['a']],
    ['resolved', { status: 'resolved' }, ['b']],
    ['a location that saw it second', { location: 'th' }, ['a']],
    ['another location', { location: 'bd' }, ['b']],
    ['a severity', { severity: 'critical' }, ['a']],
    ['a monitor', { monitorIds: new Set(['accounts', 'other']) }, ['b']],
    ['no monitor', { monitorIds: new Set() }, []],
    ['a person to whom it is assigned now', { assigneeId: 'ann' }, ['a']],
    ['a person to whom it was assigned before', { assigneeId: 'bob' }, []],
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
  ['90d', 90],
  ['365d', 365],
] as const)('the range %s starts %d days ago', (range, days) => {
  expect(rangeStart(range, NOW)).toBe(NOW - days * DAY_MS);
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

describe('the period of an incident from NOW on', () => {
  const S = SECOND_MS;
  const periodOf = (
    resolved: number | null,
    outage: [number: number, started: number, ended: number | null] | null,
  ) => {
    const at = (ms: number | null) => (ms === null ? null : NOW + ms);
    const [number, started, ended] = outage ?? [1, 0, null];
    const of = { number, startedAt: NOW + started, endedAt: at(ended) };
    return displayedPeriod({ triggeredAt: NOW, resolvedAt: at(resolved), outage: outage && outageSample(of) });
  };

  it.each<[string, ...Parameters<typeof periodOf>, number, number | null]>([
    ['its outage, while locations fail and recover one after the other', 9 * S, [1, S, 8 * S], S, 8 * S],
    ['its outage, which continues', null, [1, S, null], S, null],
    ['all of it without an outage', 9 * S, null, 0, 9 * S],
    ['all of it, if a partial failure came before', 9 * MINUTE_MS, [1, 2 * MINUTE_MS, 9 * MINUTE_MS], 0, 9 * MINUTE_MS],
    ['all of it, if a partial failure came after', 9 * MINUTE_MS, [1, S, 7 * MINUTE_MS], 0, 9 * MINUTE_MS],
    ['all of it, while locations still fail', null, [1, S, 8 * S], 0, null],
    ['all of it, with several outages', 9 * S, [2, 5 * S, 8 * S], 0, 9 * S],
  ])('is %s', (_, resolved, outage, from, to) => {
    expect(periodOf(resolved, outage)).toEqual({ fromMs: NOW + from, toMs: to === null ? null : NOW + to });
  });
});
