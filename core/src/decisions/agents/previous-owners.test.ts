import { expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { LIMITS } from '../../values/limits.ts';
import { ownersToEvict } from './previous-owners.ts';

const MOST = LIMITS.previousOwnersPerAgent;
const owners = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`o${index}`, { generation: 1, endedAt: NOW - index }]),
  );

it.each([
  ['while there is room nobody is', owners(MOST - 1), ['new'], []],
  ['the oldest makes room', owners(MOST), ['new'], [`o${MOST - 1}`]],
  ['several make room for several', owners(MOST - 1), ['new', 'newer', 'o7'], [`o${MOST - 2}`]],
  ['who joins again takes no more room', owners(MOST), ['o7'], []],
  [
    'where there are far too many, the newest stay',
    owners(MOST + 2),
    ['new'],
    [`o${MOST + 1}`, `o${MOST}`, `o${MOST - 1}`],
  ],
])('forgotten of those that an agent once served: %s', (_, former, joining, expected) => {
  expect(ownersToEvict(former, new Set(joining))).toEqual(expected);
});
