import { agentSample, CONDITION, NOW } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import { type AgentRow, agentRow, totalsOf } from './agent-row.ts';
import { type AgentsView, selectAgents, unfiltered } from './agents-view.ts';

const agent = (id: string, changes: Parameters<typeof agentSample>[0]): AgentRow =>
  agentRow({ ...agentSample({ name: id, ...changes }), id }, NOW);

const rows = [
  agent('server 10', { location: 'tw', lastReportAt: NOW - MINUTE_MS }),
  agent('server 2', { location: 'bd', lastReportAt: NOW - 2 * DAY_MS }),
  agent('Phone', { location: 'th', lastReportAt: NOW - HOUR_MS, condition: { ...CONDITION, abstaining: true } }),
  agent('new', { location: 'th', registered: false, activatedAt: null, lastReportAt: null, createdAt: NOW }),
];
const DEFAULTS: AgentsView = { search: '', status: 'all', sort: 'lastActive', direction: 'desc' };
const NAMES = { tw: '台湾', th: 'Thailand', bd: 'Bangladesh', server: 'Farwatch' };

describe('selects and orders', () => {
  it.each<[string, Partial<AgentsView>, string[]]>([
    ['by last activity, with a new agent first', {}, ['new', 'server 10', 'Phone', 'server 2']],
    ['by last activity, ascending', { direction: 'asc' }, ['server 2', 'Phone', 'server 10', 'new']],
    [
      'by name, with numbers in numeric order',
      { sort: 'name', direction: 'asc' },
      ['new', 'Phone', 'server 2', 'server 10'],
    ],
    ['by name, descending', { sort: 'name' }, ['server 10', 'server 2', 'Phone', 'new']],
    ['by location, then by name', { sort: 'location', direction: 'asc' }, ['server 2', 'new', 'Phone', 'server 10']],
    ['active agents', { status: 'active' }, ['server 10']],
    ['inactive agents', { status: 'inactive' }, ['new', 'Phone', 'server 2']],
    ['by a part of a name, ignoring case', { search: ' SERVER ' }, ['server 10', 'server 2']],
    ['by a country’s English name', { search: 'thai' }, ['new', 'Phone']],
    ['by a country’s name in the user’s language', { search: '台' }, ['server 10']],
    ['by a country’s code', { search: 'bd' }, ['server 2']],
    ['by both a filter and a search', { search: 'server', status: 'inactive' }, ['server 2']],
    ['no agents if none matches', { search: 'unknown' }, []],
  ])('%s', (_, view, expected) => {
    const found = selectAgents(rows, { ...DEFAULTS, ...view }, (location) => NAMES[location]);
    expect(found.map(({ id }) => id)).toEqual(expected);
  });
});

it('keeps the order when search and filter are cleared', () => {
  expect(unfiltered({ search: 'a', status: 'active', sort: 'name', direction: 'asc' })).toEqual({
    ...DEFAULTS,
    sort: 'name',
    direction: 'asc',
  });
});

it('counts all, unregistered, active and unhealthy agents, and their countries', () => {
  expect(totalsOf(rows)).toEqual({ agents: 4, waiting: 1, active: 1, locations: 3, healthIssues: 1 });
  expect(totalsOf([])).toEqual({ agents: 0, waiting: 0, active: 0, locations: 0, healthIssues: 0 });
});

it('treats an agent as active if its last report is ahead of the local clock', () => {
  const ahead = agent('ahead', { lastReportAt: NOW + HOUR_MS });
  expect([ahead.isActive, ahead.badge, ahead.reasons]).toEqual([true, 'Active', []]);
});
