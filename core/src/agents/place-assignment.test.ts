import { expect, test } from 'vitest';
import { placeAssignment } from './place-assignment.ts';

const agent = (id: string, endpointCount: number, active = true) => ({ id, endpointCount, active });

test.each([
  ['nobody there', [], null],
  ['nobody active', [agent('a', 0, false)], null],
  ['the only one', [agent('a', 10)], 'a'],
  ['the least loaded', [agent('a', 10), agent('b', 3), agent('c', 7)], 'b'],
  ['not a silent one, however idle', [agent('a', 10), agent('b', 0, false)], 'a'],
  ['a silent one’s load takes nobody’s room', [agent('a', 10), agent('b', 5000, false)], 'a'],
  ['nobody with room', [agent('a', 4999), agent('b', 5000)], null],
  ['the one with room', [agent('a', 4998), agent('b', 4999)], 'a'],
])('a new assignment of two goes to %s', (_, agents, expected) => {
  expect(placeAssignment(agents, 2)).toBe(expected);
});
