import { expect, test } from 'vitest';
import { gapsOf, joinRanges, lengthOf, type Range } from './ranges.ts';

test.each<[Range[], Range[]]>([
  [[], []],
  [
    [
      [5, 9],
      [0, 5],
    ],
    [[0, 9]],
  ],
  [
    [
      [0, 2],
      [4, 6],
    ],
    [
      [0, 2],
      [4, 6],
    ],
  ],
  [
    [
      [0, 9],
      [2, 4],
    ],
    [[0, 9]],
  ],
  [
    [
      [3, 3],
      [1, 2],
    ],
    [[1, 2]],
  ],
])('%j joined is %j', (ranges, expected) => {
  expect(joinRanges(ranges)).toEqual(expected);
});

test.each<[Range[], number, Range[]]>([
  [[], 0, []],
  [[], 5, [[0, 5]]],
  [[[0, 5]], 5, []],
  [
    [
      [1, 2],
      [3, 4],
    ],
    5,
    [
      [0, 1],
      [2, 3],
      [4, 5],
    ],
  ],
  [[[0, 2]], 1, []],
])('%j leaves of %i bytes %j', (ranges, size, expected) => {
  expect(gapsOf(ranges, size)).toEqual(expected);
});

test('ranges know their length', () => {
  expect(
    lengthOf([
      [0, 3],
      [10, 11],
    ]),
  ).toBe(4);
});
