import { expect, it } from 'vitest';
import { median } from '../bench/table.ts';

it.each<[values: number[], middle: number]>([
  [[3], 3],
  [[9, 1, 3], 3],
  [[4, 1, 9, 2], 3],
  [[], Number.NaN],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});
