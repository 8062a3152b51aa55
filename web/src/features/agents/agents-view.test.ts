import { agentSample, CONDITION, NOW } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import { type AgentRow, agentRow, totalsOf } from './agent-row.ts';
import { type AgentsView, selectAgents, unfiltered } from './agents-view.ts';

const agent = (id: string, changes: Parameters<typeof agentSample>[0]): AgentRow =>
  agentRow({ ...agentSample({ name: id, ...changes }), id }, NOW);

const rows = [
  agent('rack 10', { location: 'tw', lastReportAt: NOW - MINUTE_MS }),
  agent('rack 2', { location: 'bd', lastReportAt: NOW - 2 * DAY_MS }),
  agent('Phone', { location: 'th', lastReportAt: NOW - HOUR_MS, condition: { ...CONDITION, abstaining: true } }),
  agent('new', { location: 'th', registered: false, activatedAt: null, lastReportAt: null, createdAt: NOW }),
];
const DEFAULTS: AgentsView = { search: '', status: 'all', sort: 'lastActive', direction: 'desc' };
const NAMES = { tw: '台湾', th: 'Thailand', bd: 'Bangladesh' };

describe('the agents that a view selects', () => {
  it.each<[string, Partial<AgentsView>, string[]]>([
    ['the latest first, a new one before all', {}, ['new', 'rack 10', 'Phone', 'rack 2']],
    ['the latest last', { direction: 'asc' }, ['rack 2', 'Phone', 'rack 10', 'new']],
    ['by name as people count', { sort: 'name', direction: 'asc' }, ['new', 'Phone', 'rack 2', 'rack 10']],
    ['by name, the other way', { sort: 'name' }, ['rack 10', 'rack 2', 'Phone', 'new']],
    ['by location, in it by name', { sort: 'location', direction: 'asc' }, ['rack 2', 'new', 'Phone', 'rack 10']],
    ['active ones', { status: 'active' }, ['rack 10']],
    ['inactive ones', { status: 'inactive' }, ['new', 'Phone', 'rack 2']],
    ['a part of a name, in any case', { search: ' RACK ' }, ['rack 10', 'rack 2']],
    ['a country’s English name', { search: 'thai' }, ['new', 'Phone']],
    ['a country’s name as it is read', { search: '台' }, ['rack 10']],
    ['a country’s code', { search: 'bd' }, ['rack 2']],
    ['both a filter and a search', { search: 'rack', status: 'inactive' }, ['rack 2']],
    ['nothing', { search: 'nowhere' }, []],
  ])('%s', (_, view, expected) => {
    const found = selectAgents(rows, { ...DEFAULTS, ...view }, (location) => NAMES[location]);
    expect(found.map(({ id }) => id)).toEqual(expected);
  });
});

it('without search and filter it keeps its order', () => {
  expect(unfiltered({ search: 'a', status: 'active', sort: 'name', direction: 'asc' })).toEqual({
    ...DEFAULTS,
    sort: 'name',
    direction: 'asc',
  });
});

it('adds up agents, those yet to join, active ones, their countries, and those that are critical or degraded', () => {
  expect(totalsOf(rows)).toEqual({ agents: 4, waiting: 1, active: 1, locations: 3, healthIssues: 1 });
  expect(totalsOf([])).toEqual({ agents: 0, waiting: 0, active: 0, locations: 0, healthIssues: 0 });
});

it('is as current as its last report, by whichever clock', () => {
  const ahead = agent('ahead', { lastReportAt: NOW + HOUR_MS });
  expect([ahead.isActive, ahead.badge, ahead.reasons]).toEqual([true, 'Active', []]);
});
