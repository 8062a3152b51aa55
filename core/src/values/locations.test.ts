import { expect, it } from 'vitest';
import { LOCATION_CODES, locationName, orderedLocations } from './locations.ts';

it('the locations are Taiwan, Thailand and Bangladesh, in this order', () => {
  expect(LOCATION_CODES.map(locationName)).toEqual(['Taiwan', 'Thailand', 'Bangladesh']);
});

it('locations are ordered and distinct', () => {
  expect(orderedLocations(['bd', 'tw', 'bd', 'tw'])).toEqual(['tw', 'bd']);
  expect(orderedLocations(new Set(['bd', 'th', 'tw'] as const))).toEqual(['tw', 'th', 'bd']);
  expect(orderedLocations([])).toEqual([]);
});
