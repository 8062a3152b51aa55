import { describe, expect, it } from 'vitest';
import { viewIn, withView } from '../../lib/list/list-view.ts';
import { filterCount, filterOf, type IncidentView, isFiltered, unfiltered, viewSchema } from './incident-view.ts';

const DEFAULT: IncidentView = {
  status: 'all',
  location: 'all',
  search: '',
  range: '24h',
  from: '',
  to: '',
  severity: 'all',
  monitor: '',
  tag: '',
  assignee: 'all',
};
const custom = { range: 'custom', from: '2026-02-01', to: '2026-03-01' } as const;

it.each<[string, Partial<IncidentView>]>([
  ['', {}],
  ['range=7d&status=resolved', { range: '7d', status: 'resolved' }],
  ['range=90d', { range: '90d' }],
  ['range=365d&severity=major&monitor=m1&tag=Prod', { range: '365d', severity: 'major', monitor: 'm1', tag: 'Prod' }],
  ['range=custom&from=2026-02-01&to=2026-03-01', custom],
  ['range=custom&from=2026-02-01&to=2026-02-01', { ...custom, to: '2026-02-01' }],
  ['range=1y&severity=bad&status=x&location=xx', {}],
  ['range=custom', {}],
  ['range=custom&from=2026-02-01', {}],
  ['range=custom&from=2026-02-30&to=2026-03-01', {}],
  ['range=custom&from=2026-03-02&to=2026-03-01', {}],
  ['range=custom&from=2024-03-02&to=2026-03-01', {}],
  ['range=7d&from=2026-02-01&to=2026-03-01', { range: '7d' }],
])('the address %s', (query, expected) => {
  expect(viewIn(new URLSearchParams(query), viewSchema, '')).toEqual({ ...DEFAULT, ...expected });
});

it.each<[Partial<IncidentView>, string]>([
  [{}, ''],
  [custom, 'range=custom&from=2026-02-01&to=2026-03-01'],
  [{ severity: 'minor', monitor: 'm1', tag: 'a b' }, 'severity=minor&monitor=m1&tag=a+b'],
])('%o is in the address', (view, expected) => {
  expect(withView(new URLSearchParams('page=2'), viewSchema, '', { ...DEFAULT, ...view }).toString()).toBe(expected);
});

describe('filters', () => {
  it.each<[Partial<IncidentView>, boolean]>([
    [{}, false],
    [{ range: '90d' }, false],
    [custom, false],
    [{ search: ' ' }, false],
    [{ search: 'a' }, true],
    [{ status: 'active' }, true],
    [{ location: 'tw' }, true],
    [{ severity: 'minor' }, true],
    [{ monitor: 'm1' }, true],
    [{ tag: 'prod' }, true],
    [{ assignee: 'me' }, true],
  ])('%o may hide incidents: %s', (view, expected) => {
    expect(isFiltered({ ...DEFAULT, ...view })).toBe(expected);
    expect(filterCount({ ...DEFAULT, ...view })).toBe(expected && view.search === undefined ? 1 : 0);
    expect(unfiltered({ ...DEFAULT, ...custom, tag: 'prod', status: 'active' })).toEqual({ ...DEFAULT, ...custom });
  });

  const monitors = [
    { id: 'm1', tags: ['Prod', 'web'] },
    { id: 'm2', tags: ['prod'] },
    { id: 'm3', tags: [] },
  ];
  it.each<[Partial<IncidentView>, string[] | null]>([
    [{}, null],
    [{ monitor: 'm3' }, ['m3']],
    [{ monitor: 'gone' }, ['gone']],
    [{ tag: 'PROD' }, ['m1', 'm2']],
    [{ tag: 'none' }, []],
    [{ tag: 'web', monitor: 'm1' }, ['m1']],
    [{ tag: 'web', monitor: 'm2' }, []],
  ])('%o selects the monitors %o', (view, expected) => {
    const { monitorIds } = filterOf({ ...DEFAULT, ...view }, monitors, 'ann');
    expect(monitorIds && [...monitorIds]).toEqual(expected);
  });

  it.each([
    ['all', null],
    ['me', 'ann'],
  ] as const)('incidents assigned to %s', (assignee, expected) => {
    expect(filterOf({ ...DEFAULT, assignee }, monitors, 'ann').assigneeId).toBe(expected);
  });
});
