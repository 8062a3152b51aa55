import { expect, test } from 'vitest';
import { statusCode } from './status.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

test.each([
  ['runs and reports', true, '2026-03-01T11:58:00.000Z', 0],
  ['does not run', false, '2026-03-01T11:58:00.000Z', 3],
  ['runs and has not reported for ten minutes', true, '2026-03-01T11:50:00.000Z', 4],
  ['runs and has never reported', true, null, 4],
])('an agent that %s', (_name, isRunning, lastReportAt, code) => {
  expect(statusCode(isRunning, { lastReportAt }, now)).toBe(code);
});

test('an agent that runs and has left no status', () => expect(statusCode(true, null, now)).toBe(4));
