import { expect, it } from 'vitest';
import { areaPath, linePath } from './paths.ts';

const line = (...values: (number | null)[]) => values.map((y, index) => ({ x: index * 10, y }));

it.each([
  ['nothing', line(), ''],
  ['nothing known', line(null, null), ''],
  ['a line', line(1, 2.04, 3.06), 'M0 1L10 2L20 3.1'],
  ['an interrupted line', line(1, 2, null, 3, 4), 'M0 1L10 2M30 3L40 4'],
  ['a point alone', line(null, 5, null), 'M7 5h6'],
  ['a point at the end', line(1, 2, null, 5), 'M0 1L10 2M27 5h6'],
])('draws %s', (_, points, expected) => {
  expect(linePath(points)).toBe(expected);
});

it('fills what is between two lines', () => {
  expect(areaPath(line(1, 2, null, 3), line(8, 9, null, 9))).toBe('M0 1L10 2L10 9L0 8ZM27 3L33 3L33 9L27 9Z');
});
