import { SCREENS, type Screen } from '@farwatch/web/routes';
import { expect, it } from 'vitest';
import { tableScreens } from '../screenshots/table-screens.ts';

const sample: Screen = {
  name: 'sample',
  path: '/sample',
  access: 'user',
  page: 'sample/sample-page.tsx',
  kib: 400,
};

it.each([
  ['user', 'user'],
  ['admin', 'operator'],
  ['public', undefined],
] as const)('pictures a new screen for %s as %s', (access, as) => {
  const own = SCREENS.map(({ name }) => ({ name, path: () => '/' }));
  const [added, ...others] = tableScreens([...SCREENS, { ...sample, access }], own);
  expect(others).toEqual([]);
  expect(added).toMatchObject({ name: 'sample' });
  expect(added?.as).toBe(as);
  expect(added?.path()).toBe('/sample');
});

it('requires the address of a screen with a parameter', () => {
  expect(() => tableScreens([{ ...sample, path: '/sample/:id' }], [])).toThrow('The picture of sample needs');
  expect(tableScreens([{ ...sample, path: '/sample/:id' }], [{ name: 'sample', path: () => '/sample/1' }])).toEqual([]);
});
