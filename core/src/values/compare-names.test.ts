import { expect, it } from 'vitest';
import { compareNames } from './compare-names.ts';

it('orders numbers by value and letters whatever their case', () => {
  expect(['Shop 10', 'shop 2', 'Shop 1', 'blog', 'Api'].toSorted(compareNames)).toEqual([
    ...['Api', 'blog', 'Shop 1', 'shop 2', 'Shop 10'],
  ]);
});
