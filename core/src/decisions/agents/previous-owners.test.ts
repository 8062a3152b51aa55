import { expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { LIMITS } from '../../values/limits.ts';
import { ownersToEvict } from './previous-owners.ts';

const MAX = LIMITS.previousOwnersPerAgent;
const owners = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`o${index}`, { generation: 1, endedAt: NOW - index }]),
  );

it.each([
  ['none below the limit', owners(MAX - 1), ['new'], []],
  ['the oldest for a new one', owners(MAX), ['new'], [`o${MAX - 1}`]],
  ['as many as are added', owners(MAX - 1), ['new', 'newer', 'o7'], [`o${MAX - 2}`]],
  ['none for one that is already there', owners(MAX), ['o7'], []],
  ['all beyond the newest', owners(MAX + 2), ['new'], [`o${MAX + 1}`, `o${MAX}`, `o${MAX - 1}`]],
])('removed previous owners: %s', (_, previous, added, expected) => {
  expect(ownersToEvict(previous, new Set(added))).toEqual(expected);
});
