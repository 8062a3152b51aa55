import { expect, test } from 'vitest';
import { CheckQueue, type Urgency } from './queue.ts';

test.each<[string, [string, Urgency][], string[]]>([
  [
    'in the order they came',
    [
      ['a', 'usual'],
      ['b', 'usual'],
      ['c', 'usual'],
    ],
    ['a', 'b', 'c'],
  ],
  [
    'the pressing ones first',
    [
      ['a', 'usual'],
      ['b', 'asked'],
      ['c', 'doubt'],
      ['d', 'doubt'],
    ],
    ['c', 'd', 'b', 'a'],
  ],
  [
    'each once, at its most pressing',
    [
      ['a', 'usual'],
      ['b', 'usual'],
      ['a', 'doubt'],
      ['a', 'asked'],
    ],
    ['a', 'b'],
  ],
])('%s', (_what, added, expected) => {
  const queue = new CheckQueue();
  for (const [key, urgency] of added) queue.add(key, urgency);
  const taken: string[] = [];
  for (let key = queue.take(); key !== null; key = queue.take()) taken.push(key);
  expect(taken).toEqual(expected);
});

test('what is removed does not come', () => {
  const queue = new CheckQueue();
  queue.add('a', 'asked');
  expect(queue.has('a')).toBe(true);
  queue.remove('a');
  expect(queue.has('a')).toBe(false);
  expect(queue.take()).toBeNull();
});
