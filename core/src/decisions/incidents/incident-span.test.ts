import { expect, test } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS } from '../../values/time.ts';
import { isInSpan, type SpanProblem, spanProblem } from './incident-span.ts';

const ago = (days: number) => NOW - days * DAY_MS;

test.each<[Incident['status'], number, number, number | null, boolean]>([
  ['resolved', 5, 10, 3, true],
  ['resolved', 10, 10, 3, true],
  ['resolved', 3, 10, 3, false],
  ['resolved', 11, 10, 3, false],
  ['resolved', 11, 10, null, false],
  ['resolved', 1, 10, null, true],
  ['active', 11, 10, 3, true],
  ['active', 399, 10, null, true],
  ['active', 2, 10, 3, false],
])('%s since %d days, in the range from %d to %s days ago: %s', (status, since, from, to, expected) => {
  const span = { fromMs: ago(from), toMs: to === null ? null : ago(to) };
  expect(isInSpan({ status, triggeredAt: ago(since) }, span)).toBe(expected);
});

test.each<[string, number, number | null, SpanProblem | null]>([
  ['a week', 7, 0, null],
  ['up to now', 7, null, null],
  ['with its end in the future', 7, -3, null],
  ['400 days', 400, null, null],
  ['400 days, long ago', 900, 500, null],
  ['400 days up to now, with its end in the future', 400, -30, null],
  ['longer', 400.01, null, { field: 'from', problem: 'tooLong' }],
  ['longer, long ago', 901, 500, { field: 'from', problem: 'tooLong' }],
  ['reversed', 3, 4, { field: 'to', problem: 'reversed' }],
  ['empty', 3, 3, { field: 'to', problem: 'reversed' }],
  ['in the future', -1, -2, { field: 'from', problem: 'future' }],
  ['in the future and reversed', -2, -1, { field: 'from', problem: 'future' }],
])('a range %s', (_, from, to, expected) => {
  expect(spanProblem({ fromMs: ago(from), toMs: to === null ? null : ago(to) }, NOW)).toEqual(expected);
});
