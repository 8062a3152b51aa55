import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

it.each([
  ['Enter', false, 13, false],
  ['Enter during composition', true, 13, true],
  ['the Enter that ends composition in Safari', false, 229, true],
])('%s', (_, composing, keyCode, expected) => {
  expect(isComposing({ isComposing: composing, keyCode })).toBe(expected);
});
