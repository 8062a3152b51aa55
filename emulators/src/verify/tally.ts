/** The number of passed and failed tests, or steps that count as one, and notes to print. */
export interface Tally {
  passed: number;
  failed: number;
  notes: readonly string[];
  /** The report of a step with tests, in which a second run replaces single files. */
  report?: Report;
  /** The step could not start. */
  couldNotRun?: true;
}

/** The used part of vitest's JSON report. A test that passed at its second attempt keeps the first one's messages. */
export interface Report {
  testResults: readonly ReportedFile[];
}

interface ReportedFile {
  name: string;
  status: string;
  assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
}

/** The tally of steps that count as this many passed tests. */
export function passes(passed: number): Tally {
  return { passed, failed: 0, notes: [] };
}

/** The tally of a step that counts as one failed test. */
export function failure(what: string): Tally {
  return { passed: 0, failed: 1, notes: [`failed: ${what}`] };
}

/** The tally of a step that could not start, for this reason. */
export function unrunnable(step: string, reason: string): Tally {
  return { ...failure(`${step}, which could not run: ${firstLine(reason)}`), couldNotRun: true };
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    notes: tallies.flatMap(({ notes }) => notes),
  };
}

/**
 * The tally of a vitest run. A file that could not be loaded, or whose hooks failed, counts as one failure, as does a
 * run that failed for another reason or left no report.
 */
export function tallyOf(report: Report | null, exitCode: number | null): Tally {
  if (!report) return failure('a run that left no report');
  const broken = report.testResults.filter(isBroken);
  const passed = count(report, 'passed');
  const failed = count(report, 'failed') + broken.length;
  const notes = [
    ...report.testResults.flatMap(notesOf),
    ...broken.map(({ name }) => `failed: ${name}, outside its tests`),
  ];
  if (failed > 0 || exitCode === 0) return { passed, failed, notes, report };
  return { passed, failed: 1, notes: [...notes, `failed: a run that ended with ${exitCode}`], report };
}

/** If more files fail, a busy machine is not the reason. */
const MOST_RUN_AGAIN = 4;

/** Whether a second run can show that the machine was only too busy. */
export function isWorthASecondRun({ couldNotRun, report }: Tally): boolean {
  const failed = report ? failedFiles(report).length : 0;
  return couldNotRun === true || (failed > 0 && failed <= MOST_RUN_AGAIN);
}

/** The paths of a report's files in which something failed. */
export function failedFiles({ testResults }: Report): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** The tally of a step after a second run of some files, whose results replace the first ones if there is a report. */
export function withSecondRun(first: Tally, second: Tally): Tally {
  if (first.couldNotRun) return second;
  if (!first.report || !second.report) return first;
  const { testResults } = first.report;
  const report = { testResults: testResults.map((file) => (second.report && secondOf(file, second.report)) ?? file) };
  return tallyOf(report, second.failed > 0 ? 1 : 0);
}

function secondOf(first: ReportedFile, second: Report): ReportedFile | undefined {
  const again = second.testResults.find(({ name }) => name === first.name);
  if (!again) return undefined;
  const before = new Map(first.assertionResults.map((each) => [each.fullName, each.failureMessages]));
  const assertionResults = again.assertionResults.map((each) => ({
    ...each,
    failureMessages: [...(before.get(each.fullName) ?? []), ...each.failureMessages],
  }));
  return { ...again, assertionResults };
}

function count({ testResults }: Report, status: string): number {
  return testResults.flatMap((file) => file.assertionResults).filter((each) => each.status === status).length;
}

function isBroken({ status, assertionResults }: ReportedFile): boolean {
  return status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed');
}

function notesOf({ name, assertionResults }: ReportedFile): string[] {
  return assertionResults.flatMap(({ fullName, status, failureMessages }) => {
    if (status === 'failed') return [`failed: ${name} > ${fullName}: ${firstLine(failureMessages.at(-1) ?? '')}`];
    if (status === 'passed' && failureMessages.length > 0) return [`passed at a second attempt: ${name} > ${fullName}`];
    return [];
  });
}

function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0]?.slice(0, 300) ?? '';
}

/** The last lines of a run, notes first, and its exit code: 0 if something ran and nothing failed. */
export function verdict({ passed, failed, notes }: Tally): { lines: string[]; exitCode: 0 | 1 } {
  return { lines: [...notes, `${passed} passed, ${failed} failed`], exitCode: failed === 0 && passed > 0 ? 0 : 1 };
}
