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
  ['is kept', existing('api', near, own), { deleted: [], foreign: [] }],
  ['of an older version is deleted', existing('old', near, own), { deleted: found('old', near), foreign: [] }],
  ['of another region is deleted', existing('api', far, own), { deleted: found('api', far), foreign: [] }],
  ['of another app is replaced', existing('api', near, {}), { deleted: [], foreign: found('api', near) }],
  [
    'of another app is deleted',
    existing('shop', near, cli),
    { deleted: found('shop', near), foreign: found('shop', near) },
  ],
  [
    'of another codebase stays',
    existing('shop', near, { ...cli, 'firebase-functions-codebase': 'shop' }),
    { deleted: [], foreign: [] },
  ],
  ['of another tool stays', existing('shop', near, {}), { deleted: [], foreign: [] }],
])('a function %s', (_, each, expected) => {
  const planned = [{ name: 'api' }, { name: 'sweep' }];
  expect(compareFunctions([existing('sweep', near, own), each], planned, near)).toEqual(expected);
});

it('takes a project for another app’s if none of its functions is its own', () => {
  const functions = [existing('shop', far, {})];
  expect(compareFunctions(functions, [{ name: 'api' }], near)).toEqual({ deleted: [], foreign: found('shop', far) });
});
