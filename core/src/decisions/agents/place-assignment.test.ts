import { expect, test } from 'vitest';
import { LIMITS } from '../../values/limits.ts';
import { loadOf } from './load.ts';
import { placeAssignment } from './place-assignment.ts';

const agent = (id: string, endpoints: number, active = true) => ({ id, active, load: loadOf([], endpoints) });
const many = (count: number) => Array.from({ length: count }, (_, index) => `owner${index}`);

test.each([
  ['none without agents', [], null],
  ['none if none is active', [agent('a', 0, false)], null],
  ['the only one', [agent('a', 10)], 'a'],
  ['the least loaded', [agent('a', 10), agent('b', 3), agent('c', 7)], 'b'],
  ['the first by name of the equally loaded', [agent('b', 3), agent('a', 3)], 'a'],
  ['not a silent one, however idle', [agent('a', 10), agent('b', 0, false)], 'a'],
  ['none if none has capacity', [agent('a', 4999), agent('b', 5000)], null],
  ['the one with capacity', [agent('a', 4998), agent('b', 4999)], 'a'],
  [
    'the one below its owner budget',
    [{ ...agent('a', 0), load: loadOf(many(LIMITS.ownersPerAgent), 1) }, agent('b', 9)],
    'b',
  ],
])('a new assignment of two goes to %s', (_, agents, expected) => {
  expect(placeAssignment(agents, { id: 'tw_owner', count: 2 })).toBe(expected);
});

test('an assignment without endpoints gets no agent', () => {
  expect(placeAssignment([agent('a', 0)], { id: 'tw_owner', count: 0 })).toBeNull();
});
