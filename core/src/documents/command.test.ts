import { expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { SECOND_MS } from '../time.ts';
import { requestChecks } from './command.ts';

it.each([
  { rule: 'what is asked', current: {}, ids: ['a', 'b'], left: { a: NOW, b: NOW } },
  { rule: 'asked again, the later time', current: { a: NOW - 5 }, ids: ['a'], left: { a: NOW } },
  {
    rule: 'others asked just before stay',
    current: { b: NOW - 30 * SECOND_MS },
    ids: ['a'],
    left: { a: NOW, b: NOW - 30 * SECOND_MS },
  },
  { rule: 'what was asked long ago is dropped', current: { b: NOW - 600 * SECOND_MS }, ids: ['a'], left: { a: NOW } },
  { rule: 'nothing asked only tidies', current: { b: NOW - 600 * SECOND_MS }, ids: [], left: {} },
])('requests to check now: $rule', ({ current, ids, left }) => {
  const before = { ...current };
  expect(requestChecks(current, ids, NOW)).toEqual(left);
  expect(current).toEqual(before);
});
