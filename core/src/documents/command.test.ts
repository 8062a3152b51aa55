import { expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { SECOND_MS } from '../time.ts';
import { notJustAsked, requestChecks } from './command.ts';

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

it.each([
  { rule: 'what never was', current: {}, ids: ['a', 'b'], left: ['a', 'b'], before: 0 },
  { rule: 'what was long ago', current: { a: NOW - 2 * SECOND_MS }, ids: ['a'], left: ['a'], before: 0 },
  { rule: 'nothing of what just was', current: { a: NOW - 1_999 }, ids: ['a'], left: [], before: 1_999 },
  { rule: 'what others just were', current: { a: NOW - 300, b: NOW - 1 }, ids: ['c'], left: ['c'], before: 0 },
  {
    rule: 'the rest of many, answered from the oldest request on',
    current: { a: NOW - 300, b: NOW - 700 },
    ids: ['a', 'b', 'c'],
    left: ['c'],
    before: 700,
  },
])('asked for anew is $rule', ({ current, ids, left, before }) => {
  expect(notJustAsked(current, ids, NOW)).toEqual({ endpointIds: left, sinceMs: NOW - before });
});
