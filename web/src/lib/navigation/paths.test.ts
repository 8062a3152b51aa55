import { expect, it } from 'vitest';
import { monitorPath } from './paths.ts';

it('encodes an id', () => {
  expect(monitorPath('a/b')).toBe('/monitor/a%2Fb');
});
