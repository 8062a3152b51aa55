import { describe, expect, it } from 'vitest';
import {
  failedFiles,
  failure,
  isWorthASecondRun,
  passes,
  type Report,
  sum,
  tallyOf,
  unrunnable,
  verdict,
  withSecondRun,
} from './tally.ts';

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((each, index) => ({
    fullName: `test ${index}`,
    status: each === 'again' ? 'passed' : each,
    failureMessages: each === 'passed' ? [] : ['it is 2'],
  })),
});
const report = (...testResults: Report['testResults']): Report => ({ testResults });

describe('tallyOf', () => {
  it.each([
    ['all passed', report(file('passed', 'passed', 'passed')), 0, 2, 0, []],
    ['one failed', report(file('failed', 'passed', 'failed')), 1, 1, 1, ['failed: a.test.ts > test 1: it is 2']],
    [
      'one passed when it was tried again',
      report(file('passed', 'again', 'passed')),
      0,
      2,
      0,
      ['passed at a second attempt: a.test.ts > test 0'],
    ],
    [
      'a file that could not be loaded',
      report(file('passed', 'passed'), file('failed')),
      1,
      1,
      1,
      ['failed: a.test.ts, outside its tests'],
    ],
    [
      'a hook that failed after its tests passed',
      report(file('failed', 'passed')),
      1,
      1,
      1,
      ['failed: a.test.ts, outside its tests'],
    ],
    ['an error outside any test', report(file('passed', 'passed')), 1, 1, 1, ['failed: a run that ended with 1']],
    ['no tests at all', report(), 0, 0, 0, []],
    ['no report', null, 0, 0, 1, ['failed: a run that left no report']],
    ['killed', report(file('passed', 'passed')), null, 1, 1, ['failed: a run that ended with null']],
  ])('%s', (_, given, code, passed, failed, notes) =>
    expect(tallyOf(given, code)).toMatchObject({ passed, failed, notes }),
  );
});

describe('a second run', () => {
  const named = (name: string, ...rest: Parameters<typeof file>) => ({ ...file(...rest), name });
  const both = report(named('a', 'failed', 'passed', 'failed'), named('b', 'passed', 'passed'), named('c', 'failed'));
  const first = tallyOf(both, 1);

  it('includes files with failed tests, and files that failed to load', () => {
    expect(failedFiles(both)).toEqual(['a', 'c']);
  });

  it.each([
    ['nothing failed', tallyOf(report(named('a', 'passed', 'passed')), 0), false],
    ['one file failed', tallyOf(report(named('a', 'failed', 'failed')), 1), true],
    [
      'five did',
      tallyOf(report(...['a', 'b', 'c', 'd', 'e'].map((name) => named(name, 'failed', 'failed'))), 1),
      false,
    ],
    ['the step has no tests', failure('lint'), false],
    ['the step could not run', unrunnable('backend', 'Port 1 is in use.\n  at x'), true],
  ])('is worth its time if %s: %s', (_, tally, worth) => expect(isWorthASecondRun(tally)).toBe(worth));

  it('replaces the first, and notes tests that passed only then', () => {
    const second = tallyOf(report(named('a', 'passed', 'passed', 'passed'), named('c', 'passed', 'passed')), 0);
    const notes = ['passed at a second attempt: a > test 1'];
    expect(withSecondRun(first, second)).toMatchObject({ passed: 4, failed: 0, notes });
  });

  it('fails tests that failed again, and files that did not run again', () => {
    const second = tallyOf(report(named('a', 'failed', 'failed', 'passed')), 1);
    const notes = [
      'failed: a > test 0: it is 2',
      'passed at a second attempt: a > test 1',
      'failed: c, outside its tests',
    ];
    expect(withSecondRun(first, second)).toMatchObject({ passed: 2, failed: 2, notes });
  });

  it('changes nothing without a report, and replaces a step that could not start', () => {
    expect(withSecondRun(first, tallyOf(null, 1))).toBe(first);
    const broken = unrunnable('backend', 'Port 1 is in use.\n  at x');
    expect(broken.notes).toEqual(['failed: backend, which could not run: Port 1 is in use.']);
    expect(withSecondRun(broken, first)).toBe(first);
  });
});

it('sums', () => {
  const tallies = [{ passed: 1, failed: 2, notes: ['a'] }, passes(10), failure('b')];
  expect(sum(tallies)).toEqual({ passed: 11, failed: 3, notes: ['a', 'failed: b'] });
  expect(sum([])).toEqual({ passed: 0, failed: 0, notes: [] });
});

it.each([
  [3, 0, '3 passed, 0 failed', 0],
  [3, 1, '3 passed, 1 failed', 1],
  [0, 0, '0 passed, 0 failed', 1],
])('%i passed and %i failed: the last line and exit code', (passed, failed, line, exitCode) => {
  expect(verdict({ passed, failed, notes: ['failed: a'] })).toEqual({ lines: ['failed: a', line], exitCode });
});
