import { describe, expect, it } from 'vitest';
import { type Report, sum, tallyOf, verdict } from './tally.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = (passed: number, failed: number, ...testResults: Report['testResults']): Report => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults,
});

describe('tallyOf', () => {
  it.each([
    ['all passed', report(2, 0, file('passed', 'passed', 'passed')), 0, 2, 0],
    ['one failed', report(1, 1, file('failed', 'passed', 'failed')), 1, 1, 1],
    ['a file that could not be loaded', report(1, 0, file('passed', 'passed'), file('failed')), 1, 1, 1],
    ['a hook that failed after its tests passed', report(1, 0, file('failed', 'passed')), 1, 1, 1],
    ['an error outside any test', report(3, 0, file('passed', 'passed')), 1, 3, 1],
    ['no tests at all', report(0, 0), 0, 0, 0],
    ['no report', null, 0, 0, 1],
    ['killed', report(1, 0, file('passed', 'passed')), null, 1, 1],
  ])('%s', (_, given, code, passed, failed) => expect(tallyOf(given, code)).toEqual({ passed, failed }));
});

it('sums', () => {
  const tallies = [
    { passed: 1, failed: 2 },
    { passed: 10, failed: 0 },
  ];
  expect(sum(tallies)).toEqual({ passed: 11, failed: 2 });
  expect(sum([])).toEqual({ passed: 0, failed: 0 });
});

it.each([
  [3, 0, '3 passed, 0 failed', 0],
  [3, 1, '3 passed, 1 failed', 1],
  [0, 0, '0 passed, 0 failed', 1],
])('%i passed and %i failed ends the run so', (passed, failed, line, exitCode) => {
  expect(verdict({ passed, failed })).toEqual({ line, exitCode });
});
