import { expect, it } from 'vitest';
import own from '../../../public/favicon.svg?raw';
import { downIcon, titleWith } from './window-title.ts';

it.each([
  [0, 'Dashboard', 'Dashboard · Farwatch'],
  [2, 'Dashboard', '(2) Dashboard · Farwatch'],
  [2, '', '(2) Farwatch'],
  [0, '', 'Farwatch'],
])('%i down on %s: %s', (count, title, expected) => {
  expect(titleWith(title, 'Farwatch', count)).toBe(expected);
});

it.each([
  [1, '>1</text>'],
  [9, '>9</text>'],
  [10, '>9+</text>'],
])('the icon shows %i', (count, expected) => {
  const svg = decodeURIComponent(downIcon(count).replace('data:image/svg+xml,', ''));
  expect(svg).toContain(expected);
});

it('the icon is the app’s icon with a number', () => {
  const paths = [...own.matchAll(/ d="([^"]+)"/g)].flatMap(([, path]) => path ?? []);
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) expect(decodeURIComponent(downIcon(1))).toContain(path);
});
