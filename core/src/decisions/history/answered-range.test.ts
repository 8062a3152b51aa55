import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { answeredRange, rangeBefore, resolutionProblem } from './answered-range.ts';

const iso = (atMs: number) => new Date(atMs).toISOString();
const CREATED = NOW - 100 * DAY_MS;

describe('the range of an answer', () => {
  it.each([
    ['as requested', NOW - 7 * DAY_MS, NOW - DAY_MS, { fromMs: NOW - 7 * DAY_MS, toMs: NOW - DAY_MS }],
    ['up to now', NOW - DAY_MS, NOW + DAY_MS, { fromMs: NOW - DAY_MS, toMs: NOW }],
    ['from the creation on', NOW - 200 * DAY_MS, NOW, { fromMs: CREATED, toMs: NOW }],
    ['reversed', NOW, NOW - 1, { path: 'to' }],
    ['empty', NOW - 1, NOW - 1, { path: 'to' }],
    ['400 days', NOW - 400 * DAY_MS, NOW, { fromMs: CREATED, toMs: NOW }],
    ['too long', NOW - 400 * DAY_MS - 1, NOW, { path: 'from' }],
    ['in the future', NOW, NOW + HOUR_MS, { path: 'from' }],
    ['before it existed', NOW - 200 * DAY_MS, CREATED, { path: 'to' }],
  ])('%s', (_, from, to, expected) => {
    expect(answeredRange({ from: iso(from), to: iso(to) }, CREATED, NOW)).toMatchObject(expected);
  });
});

it.each([
  ['hour', 15 * DAY_MS, null],
  ['hour', 15 * DAY_MS + 1, { path: 'resolution' }],
  ['day', 400 * DAY_MS, null],
] as const)('resolution %s of %i ms', (resolution, lengthMs, expected) => {
  const problem = resolutionProblem({ fromMs: NOW - lengthMs, toMs: NOW }, resolution);
  expect(problem && { path: problem.path }).toEqual(expected);
});

it.each([
  ['as long', NOW - 7 * DAY_MS, { fromMs: NOW - 14 * DAY_MS, toMs: NOW - 7 * DAY_MS }],
  ['partly before the creation', NOW - 60 * DAY_MS, { fromMs: NOW - 120 * DAY_MS, toMs: NOW - 60 * DAY_MS }],
  ['wholly before it', CREATED, null],
  ['longer ago than it is kept', NOW - 201 * DAY_MS, null],
])('the range before: %s', (_, fromMs, expected) => {
  expect(rangeBefore({ fromMs, toMs: NOW }, CREATED, NOW - 400 * DAY_MS)).toEqual(expected);
});
