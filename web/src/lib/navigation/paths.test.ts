import { expect, it } from 'vitest';
import { monitorPath, pageOf } from './paths.ts';

it.each([
  ['/', 'monitors'],
  ['/monitors', 'monitors'],
  ['/monitor/abc', 'monitor'],
  ['/monitor/new', 'monitor'],
  ['/endpoint/abc', 'endpoint'],
  ['/incidents', 'incidents'],
  ['/agents/a1', 'agents'],
])('%s belongs to the page %s', (path, page) => {
  expect(pageOf(path)).toBe(page);
});

it('encodes an id', () => {
  expect(monitorPath('a/b')).toBe('/monitor/a%2Fb');
});
