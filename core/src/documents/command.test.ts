import { expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { SECOND_MS } from '../values/time.ts';
import { justRequested, requestChecks } from './command.ts';

it.each([
  { rule: 'a request', current: {}, ids: ['a', 'b'], left: { a: NOW, b: NOW } },
  { rule: 'a repeated request has the later time', current: { a: NOW - 5 }, ids: ['a'], left: { a: NOW } },
  {
    rule: 'other recent requests stay',
    current: { b: NOW - 30 * SECOND_MS },
    ids: ['a'],
    left: { a: NOW, b: NOW - 30 * SECOND_MS },
  },
  { rule: 'an expired request is dropped', current: { b: NOW - 600 * SECOND_MS }, ids: ['a'], left: { a: NOW } },
  { rule: 'no request only drops expired ones', current: { b: NOW - 600 * SECOND_MS }, ids: [], left: {} },
])('requests to check now: $rule', ({ current, ids, left }) => {
  const before = { ...current };
  expect(requestChecks({ checkNow: current }, ids, NOW).checkNow).toEqual(left);
  expect(current).toEqual(before);
});

it.each([
  { rule: 'is named in its request', current: {}, ids: ['a', 'b'], failing: ['a'], left: { a: NOW } },
  { rule: 'ends with another request', current: { a: NOW - 5 }, ids: ['a'], failing: [], left: {} },
  { rule: 'stays with others', current: { b: NOW - 5 }, ids: ['a'], failing: ['a'], left: { a: NOW, b: NOW - 5 } },
  { rule: 'expires', current: { b: NOW - 600 * SECOND_MS }, ids: ['a'], failing: [], left: {} },
])('a failure that another location has confirmed $rule', ({ current, ids, failing, left }) => {
  expect(requestChecks({ checkNow: {}, confirmedDown: current }, ids, NOW, failing).confirmedDown).toEqual(left);
});

it.each([
  { rule: 'none was ever made', current: {}, ids: ['a', 'b'], running: [], before: 0 },
  { rule: 'one from long ago does not count', current: { a: NOW - 2 * SECOND_MS }, ids: ['a'], running: [], before: 0 },
  { rule: 'one from just before counts', current: { a: NOW - 1_999 }, ids: ['a'], running: ['a'], before: 1_999 },
  { rule: 'those of others do not count', current: { a: NOW - 300, b: NOW - 1 }, ids: ['c'], running: [], before: 0 },
  {
    rule: 'some of many count, answered from the oldest request on',
    current: { a: NOW - 300, b: NOW - 700 },
    ids: ['a', 'b', 'c'],
    running: ['a', 'b'],
    before: 700,
  },
])('recent requests: $rule', ({ current, ids, running, before }) => {
  expect(justRequested(current, ids, NOW)).toEqual({ endpointIds: running, sinceMs: NOW - before });
});
