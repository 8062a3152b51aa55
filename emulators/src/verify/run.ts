import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { cleanEnv } from '../platform/clean-env.ts';
import { unwatch, watch } from '../platform/guard.ts';
import { binDir, cacheDir, rootDir } from '../platform/paths.ts';
import { type Output, shown } from './output.ts';
import { failedFiles, failure, passes, type Report, type Tally, tallyOf, withSecondRun } from './tally.ts';

/** Runs a program of ours in the top folder, its output where `output` says, and returns its exit code. */
export function runProgram(
  args: readonly string[],
  env: Record<string, string> = {},
  output: Output = shown,
): Promise<number | null> {
  const path = [binDir, process.env.PATH ?? ''].join(delimiter);
  const child = spawn(process.execPath, args, {
    cwd: rootDir,
    stdio: ['ignore', output.stdio, output.stdio],
    env: { ...cleanEnv(), METADATA_SERVER_DETECTION: 'none', ...env, PATH: path },
  });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => child.pid && watch(child.pid));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (child.pid) unwatch(child.pid);
      resolve(code);
    });
  });
}

/** A program that npm installed, by the path of its script in node_modules: a step that counts as one test. */
export async function runTool(output: Output, script: string, ...args: string[]): Promise<Tally> {
  const code = await runProgram([join(rootDir, 'node_modules', script), ...args], {}, output);
  return code === 0 ? passes(1) : failure([basename(script), ...args].join(' '));
}

/**
 * A machine that pauses for seconds must not fail one test in eight thousand: a failed test is tried again, and the file of
 * one that failed twice is run once more when nothing else is. Both are named at the end of the run.
 */
const RETRIES = 1;
/** More files than a busy machine would fail are broken. */
const MOST_RUN_AGAIN = 4;

/** Runs these vitest projects (vitest.config.ts), only the files whose path has one of the filters in it. */
export async function runTests(
  projects: readonly string[],
  env: Record<string, string>,
  { filters, output }: { filters: readonly string[]; output: Output },
): Promise<Tally> {
  const name = projects.join('-');
  const chosen = projects.flatMap((project) => ['--project', project]);
  const run = (report: string, ...args: readonly string[]) => runVitest(report, [...chosen, ...args], env, output);
  const first = await run(name, `--retry=${RETRIES}`, ...filters);
  const failed = first.report ? failedFiles(first.report) : [];
  if (!first.report || failed.length === 0 || failed.length > MOST_RUN_AGAIN) return tallyOf(first.report, first.code);
  output.log(`\n── ${name}, again: ${failed.join(' ')}`);
  const second = await run(`${name}-again`, '--retry=0', '--maxWorkers=1', ...failed);
  if (!second.report) return tallyOf(first.report, first.code);
  return tallyOf(withSecondRun(first.report, second.report), second.code);
}

async function runVitest(name: string, args: readonly string[], env: Record<string, string>, output: Output) {
  const file = join(cacheDir, 'reports', `${name}.json`);
  mkdirSync(join(cacheDir, 'reports'), { recursive: true });
  rmSync(file, { force: true });
  const vitest = join(rootDir, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runProgram([vitest, 'run', '--passWithNoTests', ...reporters, ...args], env, output);
  return { code, report: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null };
}

/** Whether there are any such test files, so that nothing is started for none. */
export function hasTests(...patterns: string[]): boolean {
  return globSync(patterns, { cwd: rootDir, exclude: ['**/node_modules/**', '**/dist/**'] }).length > 0;
}
