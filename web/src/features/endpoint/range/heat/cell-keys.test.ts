import { expect, it } from 'vitest';
import { cellAfterKey } from './cell-keys.ts';

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 167, 167],
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 24, 23],
  ['ArrowDown', 3, 27],
  ['ArrowDown', 150, 150],
  ['ArrowUp', 27, 3],
  ['ArrowUp', 3, 3],
  ['Home', 90, 0],
  ['End', 90, 167],
  ['Enter', 90, null],
  ['toString', 90, null],
])('%s from %i goes to %j', (key, from, expected) => {
  expect(cellAfterKey(key, from, 168, 24)).toBe(expected);
});
