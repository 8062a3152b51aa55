import { expect, it } from 'vitest';
import { ApiFailure } from './failure.ts';
import { issuesByField, refusedFields } from './mark-issues.ts';

const VALUES = {
  name: '',
  settings: { webhookUrl: '' },
  timing: { quietHours: { from: '' }, delay: '' },
  endpoints: [{ url: '' }],
  date: '',
  monitors: null,
};
const NAMES = { startsAt: { field: 'date', message: 'start' }, 'timing.delayMin': { field: 'timing.delay' } };

it.each<[string, [string, string][]]>([
  ['name', [['name', 'bad']]],
  ['settings.webhookUrl', [['settings.webhookUrl', 'bad']]],
  ['settings.unknown', [['settings', 'bad']]],
  ['timing.quietHours.from', [['timing.quietHours.from', 'bad']]],
  ['timing.delayMin', [['timing.delay', 'bad']]],
  ['endpoints.0.url', [['endpoints.0.url', 'bad']]],
  ['endpoints.7.check.cron', [['endpoints', 'bad']]],
  ['startsAt', [['date', 'start']]],
  ['monitors.3', [['monitors', 'bad']]],
  ['version', []],
  ['', []],
])('an issue of %s is shown at %j', (path, shown) => {
  expect([...issuesByField([{ path, message: 'bad' }], VALUES, NAMES)]).toEqual(shown);
});

it('a field shows its first issue', () => {
  const issues = ['name', 'name.first'].map((path, index) => ({ path, message: String(index) }));
  expect([...issuesByField(issues, VALUES)]).toEqual([['name', '0']]);
});

it('a form that keeps its own values marks the fields that were refused', () => {
  const issues = [
    { path: 'components.1', message: 'bad' },
    { path: 'title', message: 'bad' },
    { path: 'incidentId', message: 'no such incident' },
  ];
  const failure = new ApiFailure('invalid', null, null, null, null, null, issues);
  expect([...refusedFields(failure, { title: '', components: [], text: '' })]).toEqual(['components', 'title']);
  expect([...refusedFields(new Error('offline'), { title: '' })]).toEqual([]);
});
