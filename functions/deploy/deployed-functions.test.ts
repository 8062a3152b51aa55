import { expect, it } from 'vitest';
import { compareFunctions } from './deployed-functions.ts';

const cli = { 'deployment-tool': 'cli-firebase' };
const own = { ...cli, app: 'farwatch' };
const existing = (name: string, region: string, labels: Record<string, string>) => ({
  name: `projects/acme/locations/${region}/functions/${name}`,
  labels,
});
const [near, far] = ['asia-east1', 'us-central1'];
const found = (name: string, region: string) => [{ name, region }];

it.each([
  ['is kept', existing('api', near, own), {}],
  ['of an older version is outdated', existing('old', near, own), { outdated: found('old', near) }],
  ['of another region is outdated', existing('api', far, own), { outdated: found('api', far) }],
  ['of another app is replaced', existing('api', near, {}), { foreign: found('api', near) }],
  [
    'of another app is deleted',
    existing('shop', near, cli),
    { deleted: found('shop', near), foreign: found('shop', near) },
  ],
  ['of another codebase stays', existing('shop', near, { ...cli, 'firebase-functions-codebase': 'shop' }), {}],
  ['of another tool stays', existing('shop', near, {}), {}],
])('a function %s', (_, each, expected) => {
  const planned = [{ name: 'api' }, { name: 'sweep' }];
  const nothing = { deleted: [], foreign: [], outdated: [] };
  expect(compareFunctions([existing('sweep', near, own), each], planned, near)).toEqual({ ...nothing, ...expected });
});

it('takes a project for another app’s if none of its functions is its own', () => {
  const functions = [existing('shop', far, {})];
  expect(compareFunctions(functions, [{ name: 'api' }], near)).toEqual({
    ...{ deleted: [], outdated: [] },
    foreign: found('shop', far),
  });
});
