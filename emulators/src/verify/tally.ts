/** How many tests, or steps that count as one, passed and failed, and a line for each that is worth a look. */
export interface Tally {
  passed: number;
  failed: number;
  notes: readonly string[];
  /** Of a step that ran tests: by it those of single files can be replaced by a second run's. */
  report?: Report;
  /** The step did not come to its work. */
  couldNotRun?: true;
}

/** What is used of vitest's JSON report. A test that passed at its second attempt keeps the first one's messages. */
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

/** Of a step that counts as one failed test. */
export function failure(what: string): Tally {
  return { passed: 0, failed: 1, notes: [`failed: ${what}`] };
}

/** Of a step that did not come to its work, for this reason. */
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

/** More files than a busy machine would fail are broken. */
const MOST_RUN_AGAIN = 4;

/** Whether another run may tell a fault of ours from a machine that was too busy. */
export function isWorthASecondRun({ couldNotRun, report }: Tally): boolean {
  const failed = report ? failedFiles(report).length : 0;
  return couldNotRun === true || (failed > 0 && failed <= MOST_RUN_AGAIN);
}

/** The paths of a report's files in which something failed. */
export function failedFiles({ testResults }: Report): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * The tally of a step some of whose files were run again: their second results count, and what passed only then is named.
 * A second run that left no report changes nothing.
 */
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

/** Of a message: a log is often cut before it. */
function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0]?.slice(0, 300) ?? '';
}

/** The last lines of a run, what is worth a look before the sum, and whether it was a good one: something ran and nothing failed. */
export function verdict({ passed, failed, notes }: Tally): { lines: string[]; exitCode: 0 | 1 } {
  return { lines: [...notes, `${passed} passed, ${failed} failed`], exitCode: failed === 0 && passed > 0 ? 0 : 1 };
}
