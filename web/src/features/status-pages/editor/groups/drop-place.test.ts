import { expect, it } from 'vitest';
import { placeAt } from './drop-place.ts';

const groups = [
  { id: 'first', top: 100, bottom: 200, middles: [120, 160] },
  { id: 'empty', top: 220, bottom: 260, middles: [] },
  { id: 'last', top: 280, bottom: 340, middles: [310] },
];

it.each([
  [0, 'first', 0],
  [130, 'first', 1],
  [190, 'first', 2],
  [205, 'first', 2],
  [215, 'empty', 0],
  [240, 'empty', 0],
  [300, 'last', 0],
  [999, 'last', 1],
])('a component dropped at %i goes into %s before %i', (y, groupId, index) => {
  expect(placeAt(groups, y)).toEqual({ groupId, index });
});

it('returns no place without groups', () => {
  expect(placeAt([], 10)).toBeNull();
});
