import { expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { SECOND_MS } from '../time.ts';
import { justAsked, requestChecks } from './command.ts';

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
  { rule: 'what never was is not', current: {}, ids: ['a', 'b'], running: [], before: 0 },
  { rule: 'what was long ago is not', current: { a: NOW - 2 * SECOND_MS }, ids: ['a'], running: [], before: 0 },
  { rule: 'what just was is', current: { a: NOW - 1_999 }, ids: ['a'], running: ['a'], before: 1_999 },
  { rule: 'what others just were is not', current: { a: NOW - 300, b: NOW - 1 }, ids: ['c'], running: [], before: 0 },
  {
    rule: 'of many some are, answered from the oldest request on',
    current: { a: NOW - 300, b: NOW - 700 },
    ids: ['a', 'b', 'c'],
    running: ['a', 'b'],
    before: 700,
  },
])('just asked for: $rule', ({ current, ids, running, before }) => {
  expect(justAsked(current, ids, NOW)).toEqual({ endpointIds: running, sinceMs: NOW - before });
});
