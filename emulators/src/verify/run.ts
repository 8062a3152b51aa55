import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { cleanEnv } from '../platform/clean-env.ts';
import { unwatch, watch } from '../platform/guard.ts';
import { binDir, cacheDir, compileCacheDir, rootDir } from '../platform/paths.ts';
import { type Output, shown } from './output.ts';
import { failure, passes, type Report, type Tally, tallyOf } from './tally.ts';

/** Google's libraries look for no cloud; code that tests start hundreds of times is compiled once. */
const TEST_ENV = { METADATA_SERVER_DETECTION: 'none', NODE_COMPILE_CACHE: compileCacheDir };

/** Runs a program of the repository in the top folder, with its output to `output`, and returns its exit code. */
export function runProgram(
  args: readonly string[],
  env: Record<string, string> = {},
  output: Output = shown,
): Promise<number | null> {
  const path = [binDir, process.env.PATH ?? ''].join(delimiter);
  const child = spawn(process.execPath, args, {
    cwd: rootDir,
    stdio: ['ignore', output.stdio, output.stdio],
    env: { ...cleanEnv(), ...TEST_ENV, ...env, PATH: path },
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

/** Runs a program of node_modules, by its script's path, as a step that counts as one test. */
export async function runTool(output: Output, script: string, ...args: string[]): Promise<Tally> {
  const code = await runProgram([join(rootDir, 'node_modules', script), ...args], {}, output);
  return code === 0 ? passes(1) : failure([basename(script), ...args].join(' '));
}

/** Retries of a failed test: a machine that pauses for seconds must not fail one test in eight thousand. */
const RETRIES = 1;

export interface TestsOptions {
  /** Selects the files with one of these in their path; all when there is none. */
  filters: readonly string[];
  withMinutes: boolean;
  /** The argument with which vitest runs only tests of what changed; null for all tests. */
  changed: string | null;
  output: Output;
  /** Whether this is a second run, without retries. */
  again?: boolean;
}

/** Runs these vitest projects (vitest.config.ts). */
export async function runTests(
  projects: readonly string[],
  env: Record<string, string>,
  { filters, withMinutes, changed, output, again = false }: TestsOptions,
): Promise<Tally> {
  const name = again ? `${projects.join('-')}-again` : projects.join('-');
  const how = again ? ['--retry=0', '--maxWorkers=1'] : [`--retry=${RETRIES}`];
  const which = withMinutes ? [] : ['--tagsFilter=!minutes'];
  const { code, report } = await runVitest(
    name,
    [
      ...projects.flatMap((project) => ['--project', project]),
      ...how,
      ...which,
      ...(changed ? [changed] : []),
      ...filters,
    ],
    env,
    output,
  );
  return tallyOf(report, code);
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
