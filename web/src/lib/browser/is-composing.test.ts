import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

it.each([
  ['Enter', false, 13, false],
  ['Enter while a word is composed', true, 13, true],
  ['the Enter by which Safari ends it', false, 229, true],
])('%s', (_, composing, keyCode, expected) => {
  expect(isComposing({ isComposing: composing, keyCode })).toBe(expected);
});
