import { expect, it } from 'vitest';
import { isJustSaved, isSigningOut, openedHere, requestedPath, signingOut, wasOpenedHere } from './navigation-state.ts';

it.each([
  [{ requestedPath: '/monitor/a' }, '/monitor/a'],
  [{ requestedPath: 5 }, null],
  [null, null],
  ['x', null],
  [{}, null],
])('%o has the requested path %s', (state, expected) => {
  expect(requestedPath(state)).toBe(expected);
});

it.each([
  [{ savedAtMs: 1_000 }, 10_999, true],
  [{ savedAtMs: 1_000 }, 11_000, false],
  [{}, 1_000, false],
  [null, 1_000, false],
])('%o at %i is just saved: %s', (state, nowMs, expected) => {
  expect(isJustSaved(state, nowMs)).toBe(expected);
});

it.each([
  [openedHere(), true],
  [{ openedHere: 'yes' }, false],
  [null, false],
])('%o was opened here: %s', (state, expected) => {
  expect(wasOpenedHere(state)).toBe(expected);
});

it.each([
  [signingOut(), true],
  [{ signingOut: 1 }, false],
  [null, false],
])('%o is signing out: %s', (state, expected) => {
  expect(isSigningOut(state)).toBe(expected);
});
