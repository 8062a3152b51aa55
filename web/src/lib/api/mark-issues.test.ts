import { expect, it } from 'vitest';
import { issuesByField } from './mark-issues.ts';

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
