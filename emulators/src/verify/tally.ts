/** How many tests, or steps that count as one, passed and failed. */
export interface Tally {
  passed: number;
  failed: number;
}

/** What is used of vitest's JSON report. */
export interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0 };
  for (const { passed, failed } of tallies) {
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

/**
 * The tally of a vitest run. A file that could not be loaded, or whose hooks failed, counts as one failure, as does a
 * run that failed for another reason or left no report.
 */
export function tallyOf(report: Report | null, exitCode: number | null): Tally {
  if (!report) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + broken;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** The last line of a run, and whether it was a good one: something ran and nothing failed. */
export function verdict({ passed, failed }: Tally): { line: string; exitCode: 0 | 1 } {
  return { line: `${passed} passed, ${failed} failed`, exitCode: failed === 0 && passed > 0 ? 0 : 1 };
}
